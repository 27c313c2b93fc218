-- Names become unique: of keys that share one, the oldest that is not revoked keeps it and the others get their identifier.
LOCK TABLE "api_key" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
UPDATE "api_key" SET "name" = left("api_key"."name", 81) || ' (' || "api_key"."id" || ')', "version" = "api_key"."version" + 1, "updated_at" = now()
FROM (
	SELECT "id", row_number() OVER (PARTITION BY lower("name" collate pg_c_utf8) ORDER BY "revoked_at" IS NOT NULL, "created_at", "id") AS "place"
	FROM "api_key"
) AS "ranked"
WHERE "ranked"."id" = "api_key"."id" AND "ranked"."place" > 1;--> statement-breakpoint
ALTER TABLE "api_key" ADD COLUMN "parent_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "api_key_name_key" ON "api_key" USING btree (lower("name" collate pg_c_utf8));--> statement-breakpoint
CREATE INDEX "api_key_parent_id_idx" ON "api_key" USING btree ("parent_id");