ALTER TABLE "company" DROP CONSTRAINT "company_code_unique";--> statement-breakpoint
ALTER TABLE "ad" ALTER COLUMN "auto_approval" SET DEFAULT '{"approveAutomatically":false,"judgeAmount":false,"judgeArgs":false,"excludeDuplicateIps":0,"excludeDuplicateArgs":false}'::jsonb;--> statement-breakpoint
UPDATE "ad" SET "auto_approval" = DEFAULT WHERE "auto_approval" IS NULL OR "auto_approval" = 'null'::jsonb;--> statement-breakpoint
ALTER TABLE "ad" ALTER COLUMN "auto_approval" SET NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "company_code" ON "company" USING btree (lower("code"));