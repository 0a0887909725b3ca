ALTER TABLE "product" ADD COLUMN "decision_hold_seconds" integer DEFAULT 10 NOT NULL;--> statement-breakpoint
ALTER TABLE "decision" ADD COLUMN "held_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "decision" ADD COLUMN "takes_back" integer;