CREATE TABLE "result_change" (
	"company_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"day" date NOT NULL,
	"ad_id" integer NOT NULL,
	"pending" integer NOT NULL,
	"approved" integer NOT NULL,
	"rejected" integer NOT NULL,
	"pending_cost" bigint NOT NULL,
	"approved_cost" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "result_sum" (
	"company_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"day" date NOT NULL,
	"ad_id" integer NOT NULL,
	"span" text NOT NULL,
	"pending" integer NOT NULL,
	"approved" integer NOT NULL,
	"rejected" integer NOT NULL,
	"pending_cost" bigint NOT NULL,
	"approved_cost" bigint NOT NULL,
	CONSTRAINT "result_sum_company_id_product_id_span_day_ad_id_pk" PRIMARY KEY("company_id","product_id","span","day","ad_id")
);
--> statement-breakpoint
-- One line a key and statement, and none where nothing is other than it was. Days are Tokyo's.
CREATE FUNCTION "note_result_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	added CONSTANT text := 'SELECT 1 AS sign, company_id, product_id, cv_time, cv_ad_id, approval_status, cv_cost FROM added';
	removed CONSTANT text := 'SELECT -1 AS sign, company_id, product_id, cv_time, cv_ad_id, approval_status, cv_cost FROM removed';
BEGIN
	EXECUTE format($sql$
		INSERT INTO result_change (company_id, product_id, day, ad_id, pending, approved, rejected, pending_cost, approved_cost)
		SELECT company_id, product_id, (cv_time AT TIME ZONE 'Asia/Tokyo')::date AS day, coalesce(cv_ad_id, 0) AS ad_id,
			coalesce(sum(sign) FILTER (WHERE approval_status = 0), 0), coalesce(sum(sign) FILTER (WHERE approval_status = 1), 0), coalesce(sum(sign) FILTER (WHERE approval_status = 2), 0),
			coalesce(sum(sign * cv_cost * 100) FILTER (WHERE approval_status = 0), 0), coalesce(sum(sign * cv_cost * 100) FILTER (WHERE approval_status = 1), 0)
		FROM (%s) AS changed GROUP BY 1, 2, 3, 4
		HAVING sum(sign) FILTER (WHERE approval_status = 0) <> 0 OR sum(sign) FILTER (WHERE approval_status = 1) <> 0 OR sum(sign) FILTER (WHERE approval_status = 2) <> 0
			OR sum(sign * cv_cost) FILTER (WHERE approval_status = 0) <> 0 OR sum(sign * cv_cost) FILTER (WHERE approval_status = 1) <> 0
	$sql$, CASE TG_OP WHEN 'INSERT' THEN added WHEN 'DELETE' THEN removed ELSE added || ' UNION ALL ' || removed END);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "result_added" AFTER INSERT ON "result" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "note_result_change"();--> statement-breakpoint
CREATE TRIGGER "result_changed" AFTER UPDATE ON "result" REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "note_result_change"();--> statement-breakpoint
CREATE TRIGGER "result_removed" AFTER DELETE ON "result" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "note_result_change"();--> statement-breakpoint
-- What there is already. Nobody writes results until this is committed: making the triggers holds them off.
INSERT INTO "result_sum" (company_id, product_id, span, day, ad_id, pending, approved, rejected, pending_cost, approved_cost)
SELECT company_id, product_id, CASE WHEN grouping(month) = 0 THEN 'ad_month' WHEN grouping(ad_id) = 0 THEN 'ad_day' ELSE 'day' END, coalesce(day, month), coalesce(ad_id, 0),
	count(*) FILTER (WHERE approval_status = 0), count(*) FILTER (WHERE approval_status = 1), count(*) FILTER (WHERE approval_status = 2),
	coalesce(sum(cv_cost * 100) FILTER (WHERE approval_status = 0), 0), coalesce(sum(cv_cost * 100) FILTER (WHERE approval_status = 1), 0)
FROM (
	SELECT company_id, product_id, day, date_trunc('month', day::timestamp)::date AS month, ad_id, approval_status, cv_cost
	FROM (SELECT company_id, product_id, (cv_time AT TIME ZONE 'Asia/Tokyo')::date AS day, coalesce(cv_ad_id, 0) AS ad_id, approval_status, cv_cost FROM result) AS one
) AS line GROUP BY company_id, product_id, GROUPING SETS ((day, ad_id), (month, ad_id), (day));--> statement-breakpoint
-- Nobody sums results by day from their rows any more.
DROP STATISTICS "result_cost_day";
