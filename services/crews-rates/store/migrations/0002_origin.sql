ALTER TABLE "crews_rates"."dead_letter" ADD COLUMN "origin" jsonb;--> statement-breakpoint
ALTER TABLE "crews_rates"."outbox" ADD COLUMN "origin" jsonb;