ALTER TABLE "dead_letter" ADD COLUMN "origin" jsonb;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "origin" jsonb;