ALTER TABLE "report_delivery" ADD COLUMN "question" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "report_delivery" ADD COLUMN "address" text DEFAULT '' NOT NULL;