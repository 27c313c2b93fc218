-- The planner counts pages of the index, which are few: it would send one worker for a project of 9,000 lines.
ALTER TABLE "mto"."takeoff_line" SET (parallel_workers = 3);
