-- Three lines fit on a page of the table. Lines with more fields, which took a page alone, are compressed until three do, or as far as it goes:
-- attributes first, then texts, which leave the line where it is longer than a page. Only with lz4, which a search reads as fast as what is not
-- compressed; pglz takes five times as long (`bun run bench disk`). Lines that are there stay as they are until they are written again.
DO $do$
BEGIN
	IF (SELECT 'lz4' = ANY (enumvals) FROM pg_settings WHERE name = 'default_toast_compression') THEN
		EXECUTE 'ALTER TABLE "mto"."takeoff_line" SET (toast_tuple_target = 2712), ' || (
			SELECT string_agg(format('ALTER COLUMN %1$I SET STORAGE MAIN, ALTER COLUMN %1$I SET COMPRESSION lz4', attname), ', ')
			FROM pg_attribute WHERE attrelid = '"mto"."takeoff_line"'::regclass AND attnum > 0 AND NOT attisdropped AND atttypid IN ('text'::regtype, 'jsonb'::regtype));
	END IF;
END $do$;
