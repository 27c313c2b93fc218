CREATE TABLE "mto"."import_profile" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"updated_by" text NOT NULL,
	"name" text NOT NULL,
	"client_id" uuid,
	"discipline" text,
	"mapping" jsonb NOT NULL,
	"defaults" jsonb NOT NULL,
	"headings" text NOT NULL,
	"normalise_units" boolean NOT NULL,
	"fill_blanks" boolean NOT NULL,
	"convert_currency" boolean NOT NULL,
	"decimal_separator" text,
	"totals" text NOT NULL,
	"headers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"used_at" timestamp with time zone,
	"use_count" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "import_profile_client_id_name_key" ON "mto"."import_profile" USING btree (coalesce("client_id", '00000000-0000-0000-0000-000000000000'::uuid),lower("name" collate pg_c_utf8));