-- What a delivery asked in three columns it asks in one text, which can say more.
UPDATE "report_delivery" SET
  "question" = concat_ws('&', 'axis=' || "axis", CASE WHEN "model" > 0 THEN 'model=' || "model" END, CASE WHEN cardinality("metrics") > 0 THEN 'columns=label,' || array_to_string("metrics", ',') END),
  "address" = '/analyze/' || replace("page", '_', '-') || '?' || concat_ws('&', 'axis=' || "axis", CASE WHEN "model" > 0 THEN 'model=' || "model" END);--> statement-breakpoint
ALTER TABLE "report_delivery" DROP COLUMN "axis";--> statement-breakpoint
ALTER TABLE "report_delivery" DROP COLUMN "model";--> statement-breakpoint
ALTER TABLE "report_delivery" DROP COLUMN "metrics";