CREATE TABLE "mto"."price_row_change" (
	"price_book" text NOT NULL,
	"row_code" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "price_row_change_price_book_row_code_pk" PRIMARY KEY("price_book","row_code")
);
--> statement-breakpoint
ALTER TABLE "mto"."takeoff_line" ADD COLUMN "pricing" jsonb;--> statement-breakpoint
ALTER TABLE "mto"."takeoff_copy_line" ADD COLUMN "pricing" jsonb;--> statement-breakpoint
ALTER TABLE "mto"."takeoff_version_line" ADD COLUMN "pricing" jsonb;