ALTER TABLE "product" ADD COLUMN "previous_tracking_term" smallint;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "previous_excluded_ips" text[];--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "rules_changed_at" timestamp (3) with time zone;--> statement-breakpoint
-- Notes the counting rules that a change replaces, whichever statement makes it: reports of a large product follow them until its rollups follow the new ones.
-- Of several changes the values before the first one are kept, since the rollups still follow these.
CREATE FUNCTION "note_previous_rules"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF OLD.rules_changed_at IS NULL THEN
		NEW.previous_tracking_term := OLD.tracking_term;
		NEW.previous_excluded_ips := OLD.excluded_ips;
		NEW.rules_changed_at := now();
	END IF;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "product_rules_changed" BEFORE UPDATE OF "tracking_term", "excluded_ips" ON "product" FOR EACH ROW
	WHEN (OLD.tracking_term IS DISTINCT FROM NEW.tracking_term OR OLD.excluded_ips IS DISTINCT FROM NEW.excluded_ips) EXECUTE FUNCTION note_previous_rules();
