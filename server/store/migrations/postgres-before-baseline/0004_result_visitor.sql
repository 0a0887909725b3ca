ALTER TABLE "result" ADD COLUMN "visitor_id" text;--> statement-breakpoint
ALTER TABLE "result" ADD COLUMN "exclude_duplicate_ips_days" smallint;