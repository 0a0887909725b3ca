ALTER TABLE "refresh_token" ADD COLUMN "started_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refresh_token" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "refresh_token" ADD COLUMN "user_agent" text;