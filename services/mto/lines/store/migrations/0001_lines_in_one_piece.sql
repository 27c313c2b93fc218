-- Lines stay whole up to a page: what is moved out of them takes four times as long to search.
ALTER TABLE "mto"."takeoff_line" SET (toast_tuple_target = 8160);
