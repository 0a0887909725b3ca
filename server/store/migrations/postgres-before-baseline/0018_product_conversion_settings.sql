ALTER TABLE "product" ADD COLUMN "conversion_key" text DEFAULT 'cvk_' || replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') NOT NULL;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "previous_conversion_key" text;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "previous_conversion_key_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "conversion_key_required" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "conversion_addresses" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "unique_result_identifiers" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "max_conversion_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "max_visitor_conversions_per_hour" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Products from before keep how their conversions arrive: without a key, each call counted. The installation panel says so until somebody switches it on.
UPDATE "product" SET "conversion_key_required" = false, "unique_result_identifiers" = 0;
