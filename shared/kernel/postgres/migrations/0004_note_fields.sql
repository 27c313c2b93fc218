-- A note may be on one field of its record.
ALTER TABLE "note" ADD COLUMN "field" text;
