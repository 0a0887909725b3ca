CREATE TABLE "operator_action" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_action_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"action" text NOT NULL,
	"company_code" text NOT NULL,
	"operator" text NOT NULL,
	"detail" jsonb NOT NULL,
	"done_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
-- The collector reads with each product whether its company is in service. A company that is disabled or enabled changes its products in that sense.
CREATE FUNCTION "record_company_service_change"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	INSERT INTO tracking_change (table_name, row_id) SELECT 'product', id FROM product WHERE company_id = NEW.id;
	IF FOUND THEN PERFORM pg_notify('touchpath_tracking', ''); END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "company_service_changed" AFTER UPDATE OF "status" ON "company" FOR EACH ROW
	WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION record_company_service_change();
