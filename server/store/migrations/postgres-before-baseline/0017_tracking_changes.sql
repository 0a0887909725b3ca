CREATE TABLE "tracking_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tracking_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction_id" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"table_name" text NOT NULL,
	"row_id" integer
);
--> statement-breakpoint
CREATE INDEX "tracking_change_transaction" ON "tracking_change" USING btree ("transaction_id");--> statement-breakpoint
-- Writes down which rows of the collector's settings a statement wrote, and wakes the collectors that listen. The notification is empty: what changed is read from
-- the table, so that nothing depends on who was listening when, or on how much fits into a notification.
CREATE FUNCTION "record_tracking_change"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO tracking_change (table_name, row_id) SELECT TG_TABLE_NAME, id FROM added;
	ELSIF TG_OP = 'UPDATE' THEN
		INSERT INTO tracking_change (table_name, row_id) SELECT TG_TABLE_NAME, id FROM (SELECT id FROM removed UNION SELECT id FROM added) AS changed;
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO tracking_change (table_name, row_id) SELECT TG_TABLE_NAME, id FROM removed;
	ELSE
		INSERT INTO tracking_change (table_name) VALUES (TG_TABLE_NAME);
	END IF;
	IF FOUND THEN PERFORM pg_notify('touchpath_tracking', ''); END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
DO $$
DECLARE watched text;
BEGIN
	FOREACH watched IN ARRAY ARRAY['product', 'ad', 'redirect', 'asp', 'cv_setting', 'crossdomain_setting'] LOOP
		EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION record_tracking_change()', watched || '_inserted', watched);
		EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION record_tracking_change()', watched || '_updated', watched);
		EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION record_tracking_change()', watched || '_deleted', watched);
		EXECUTE format('CREATE TRIGGER %I AFTER TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION record_tracking_change()', watched || '_truncated', watched);
	END LOOP;
END $$;
