ALTER TABLE "notification" ADD COLUMN "method" smallint DEFAULT 2 NOT NULL;--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "taken_by" text;--> statement-breakpoint
ALTER TABLE "notification_attempt" ADD COLUMN "failure" text;--> statement-breakpoint
CREATE INDEX "notification_tag" ON "notification" USING btree ("next_at") WHERE state = 'ready' and method = 1;--> statement-breakpoint
-- What went wrong stood in English words in the place of the answer; now it is a word that each language has a sentence for.
UPDATE "notification_attempt" SET "failure" = CASE
  WHEN "http_status" = 410 THEN 'gone' WHEN "http_status" BETWEEN 300 AND 399 THEN 'redirected' WHEN "http_status" IS NOT NULL THEN 'not_taken'
  WHEN "answer" = 'the network has no secret to sign with' THEN 'no_secret' WHEN "answer" LIKE 'not a URL that starts with%' THEN 'no_web_address'
  WHEN "answer" LIKE 'no answer within % s' THEN 'no_answer'
  WHEN "answer" LIKE '% leads to a private address' OR "answer" LIKE '% is a private address' OR "answer" LIKE '% is a reserved name, which nobody answers at' THEN 'refused_address'
  ELSE 'unreachable' END WHERE NOT "success";--> statement-breakpoint
UPDATE "notification_attempt" SET "answer" = '' WHERE "failure" IN ('no_secret', 'no_web_address', 'no_answer', 'refused_address');
