ALTER TABLE "api_key" ADD COLUMN "counts_as" text;--> statement-breakpoint
-- Of a key that a key made the first of its line is known; who made that one is kept by name alone, so it counts as itself. Nobody
-- did this: the history does not tell of it.
SELECT set_config('history.is_off', 'true', true);--> statement-breakpoint
WITH RECURSIVE "line" AS (
	SELECT "id", 'key:' || coalesce("parent_id", "id") AS "counts_as", "parent_id" IS NULL AS "is_first" FROM "api_key" "first"
	WHERE NOT EXISTS (SELECT FROM "api_key" "parent" WHERE "parent"."id" = "first"."parent_id")
	UNION ALL
	SELECT "child"."id", "line"."counts_as", false FROM "api_key" "child" JOIN "line" ON "child"."parent_id" = "line"."id"
)
UPDATE "api_key" SET "counts_as" = "line"."counts_as" FROM "line" WHERE "line"."id" = "api_key"."id" AND NOT "line"."is_first";--> statement-breakpoint
SELECT set_config('history.is_off', '', true);--> statement-breakpoint
CREATE INDEX "api_key_counts_as_expires_at_idx" ON "api_key" USING btree ("counts_as","expires_at") WHERE "api_key"."revoked_at" is null and "api_key"."counts_as" is not null;