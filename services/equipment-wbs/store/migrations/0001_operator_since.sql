ALTER TABLE "equipment_wbs"."equipment" ADD COLUMN "operator_since" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
UPDATE "equipment_wbs"."equipment" SET "operator_since" = "updated_at";
