-- Three lines fit on a page of the table. Whoever has more fields is compressed until it does too, or at least takes less: a line with all
-- fields of a takeoff of piping took a page alone. Texts are compressed after the attributes, and leave the line where it is longer than a page.
-- Lines that are there stay as they are until they are written again. lz4 is read several times as fast as pglz; some servers do not have it.
ALTER TABLE "mto"."takeoff_line" SET (toast_tuple_target = 2712);--> statement-breakpoint
DO $do$
DECLARE
	has_lz4 boolean := (SELECT 'lz4' = ANY (enumvals) FROM pg_settings WHERE name = 'default_toast_compression');
BEGIN
	EXECUTE 'ALTER TABLE "mto"."takeoff_line" ' || (SELECT string_agg(format('ALTER COLUMN %1$I SET STORAGE MAIN, ALTER COLUMN %1$I SET COMPRESSION %2$s',
			attname, CASE WHEN has_lz4 THEN 'lz4' ELSE 'default' END), ', ')
		FROM pg_attribute WHERE attrelid = '"mto"."takeoff_line"'::regclass AND attnum > 0 AND NOT attisdropped AND atttypid IN ('text'::regtype, 'jsonb'::regtype));
END $do$;
