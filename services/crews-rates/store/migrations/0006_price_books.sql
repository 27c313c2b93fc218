CREATE TABLE "crews_rates"."price_book" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"updated_by" text NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"discipline" text,
	"currency" text,
	"country" text,
	"region" text,
	"province" text,
	"year" integer,
	"quarter" text,
	"price_source" text NOT NULL,
	"quote_reference" text,
	"is_active" boolean NOT NULL,
	"row_count" integer DEFAULT 0 NOT NULL,
	"statistics" jsonb
);
--> statement-breakpoint
CREATE TABLE "crews_rates"."price_row" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"updated_by" text NOT NULL,
	"book_id" uuid NOT NULL,
	"row_code" text NOT NULL,
	"description" text,
	"discipline" text NOT NULL,
	"target" text NOT NULL,
	"driver" text,
	"unit_of_measure" text,
	"conditions" jsonb NOT NULL,
	"value" numeric,
	"text_value" text,
	"points" jsonb,
	"sort_order" integer,
	"remarks" text,
	"statistics" jsonb
);
--> statement-breakpoint
ALTER TABLE "crews_rates"."price_row" ADD CONSTRAINT "price_row_book_id_price_book_id_fk" FOREIGN KEY ("book_id") REFERENCES "crews_rates"."price_book"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "price_book_code_key" ON "crews_rates"."price_book" USING btree (lower("code" collate pg_c_utf8));--> statement-breakpoint
CREATE INDEX "price_book_created_at_idx" ON "crews_rates"."price_book" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE UNIQUE INDEX "price_row_book_id_row_code_key" ON "crews_rates"."price_row" USING btree ("book_id",lower("row_code" collate pg_c_utf8));--> statement-breakpoint
CREATE INDEX "price_row_book_id_id_idx" ON "crews_rates"."price_row" USING btree ("book_id","id");--> statement-breakpoint
CREATE INDEX "price_row_book_id_sort_order_id_idx" ON "crews_rates"."price_row" USING btree ("book_id","sort_order","id");--> statement-breakpoint
SELECT history_follow('price_book', 'price-books', 'id', '', '', '', 'row_count,statistics');--> statement-breakpoint
SELECT history_follow('price_row', 'price-rows', 'id', '', '', '', 'statistics', 'derived');
