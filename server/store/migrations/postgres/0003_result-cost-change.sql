-- A table's name says what its rows are. Renaming keeps them: the lock lasts for the statements of this migration.
ALTER TABLE "result_news" RENAME TO "result_cost_change";--> statement-breakpoint
ALTER TABLE "result_cost_change" RENAME CONSTRAINT "result_news_product_id_id_pk" TO "result_cost_change_product_id_id_pk";--> statement-breakpoint
ALTER SEQUENCE "result_news_id_seq" RENAME TO "result_cost_change_id_seq";--> statement-breakpoint
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
		INSERT INTO result_cost_change (company_id, product_id, cv_time, conversion_id, interaction_id, ad_id, approved_cost, pending_cost)
		SELECT company_id, product_id, cv_time, conversion_id, coalesce(interaction_id, 0), coalesce(cv_ad_id, 0),
			coalesce(sum(sign * cv_cost * 100) FILTER (WHERE approval_status = 1), 0), coalesce(sum(sign * cv_cost * 100) FILTER (WHERE approval_status = 0), 0)
		FROM (%s) AS changed WHERE cv_cost <> 0 AND approval_status IN (0, 1) GROUP BY 1, 2, 3, 4, 5, 6
		HAVING coalesce(sum(sign * cv_cost) FILTER (WHERE approval_status = 1), 0) <> 0 OR coalesce(sum(sign * cv_cost) FILTER (WHERE approval_status = 0), 0) <> 0
	$sql$, changed);
	RETURN NULL;
END $$;
