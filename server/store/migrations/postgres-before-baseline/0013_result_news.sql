CREATE TABLE "result_news" (
	"company_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "result_news_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"cv_time" timestamp (3) with time zone NOT NULL,
	"conversion_id" bigint NOT NULL,
	"interaction_id" bigint NOT NULL,
	"ad_id" integer NOT NULL,
	"approved_cost" bigint NOT NULL,
	"pending_cost" bigint NOT NULL,
	"step" bigint,
	CONSTRAINT "result_news_product_id_id_pk" PRIMARY KEY("product_id","id")
);--> statement-breakpoint
-- As before (0011), and beside the lines of days and ads one of each result whose costs are other than they were. What there is already is read from the results themselves.
CREATE OR REPLACE FUNCTION "note_result_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	columns CONSTANT text := 'company_id, product_id, cv_time, conversion_id, interaction_id, cv_ad_id, approval_status, cv_cost';
	added CONSTANT text := 'SELECT 1 AS sign, ' || columns || ' FROM added';
	removed CONSTANT text := 'SELECT -1 AS sign, ' || columns || ' FROM removed';
	changed CONSTANT text := CASE TG_OP WHEN 'INSERT' THEN added WHEN 'DELETE' THEN removed ELSE added || ' UNION ALL ' || removed END;
BEGIN
	EXECUTE format($sql$
		INSERT INTO result_change (company_id, product_id, day, ad_id, pending, approved, rejected, pending_cost, approved_cost)
		SELECT company_id, product_id, (cv_time AT TIME ZONE 'Asia/Tokyo')::date AS day, coalesce(cv_ad_id, 0) AS ad_id,
			coalesce(sum(sign) FILTER (WHERE approval_status = 0), 0), coalesce(sum(sign) FILTER (WHERE approval_status = 1), 0), coalesce(sum(sign) FILTER (WHERE approval_status = 2), 0),
			coalesce(sum(sign * cv_cost * 100) FILTER (WHERE approval_status = 0), 0), coalesce(sum(sign * cv_cost * 100) FILTER (WHERE approval_status = 1), 0)
		FROM (%s) AS changed GROUP BY 1, 2, 3, 4
		HAVING sum(sign) FILTER (WHERE approval_status = 0) <> 0 OR sum(sign) FILTER (WHERE approval_status = 1) <> 0 OR sum(sign) FILTER (WHERE approval_status = 2) <> 0
			OR sum(sign * cv_cost) FILTER (WHERE approval_status = 0) <> 0 OR sum(sign * cv_cost) FILTER (WHERE approval_status = 1) <> 0
	$sql$, changed);
	EXECUTE format($sql$
		INSERT INTO result_news (company_id, product_id, cv_time, conversion_id, interaction_id, ad_id, approved_cost, pending_cost)
		SELECT company_id, product_id, cv_time, conversion_id, coalesce(interaction_id, 0), coalesce(cv_ad_id, 0),
			coalesce(sum(sign * cv_cost * 100) FILTER (WHERE approval_status = 1), 0), coalesce(sum(sign * cv_cost * 100) FILTER (WHERE approval_status = 0), 0)
		FROM (%s) AS changed WHERE cv_cost <> 0 AND approval_status IN (0, 1) GROUP BY 1, 2, 3, 4, 5, 6
		HAVING coalesce(sum(sign * cv_cost) FILTER (WHERE approval_status = 1), 0) <> 0 OR coalesce(sum(sign * cv_cost) FILTER (WHERE approval_status = 0), 0) <> 0
	$sql$, changed);
	RETURN NULL;
END $$;
