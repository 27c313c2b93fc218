ALTER TABLE "mto"."idempotency_key" ADD COLUMN "caller" text;--> statement-breakpoint
ALTER TABLE "mto"."idempotency_key" ADD COLUMN "bytes" integer;--> statement-breakpoint
ALTER TABLE "mto"."idempotency_key" ADD COLUMN "is_partial" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "idempotency_key_caller_idx" ON "mto"."idempotency_key" USING btree ("caller","created_at");