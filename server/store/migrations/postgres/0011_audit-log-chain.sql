ALTER TABLE "change" ADD COLUMN "chain_position" bigint;--> statement-breakpoint
ALTER TABLE "change" ADD COLUMN "hash" text;--> statement-breakpoint
CREATE INDEX "change_unchained" ON "change" USING btree ("company_id","id") WHERE "change"."hash" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "change_chain" ON "change" USING btree ("company_id","chain_position");--> statement-breakpoint
-- Numbers the unchained lines of a company and chains them, in the order of their ids. Other transactions of the company wait for the lock until this one has
-- ended, and do not see its lines before. The verifying command computes the same text by itself (audit-log.ts).
CREATE FUNCTION "chain_changes_of"(company integer) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	line "change"%ROWTYPE;
	place bigint;
	previous text;
BEGIN
	PERFORM pg_advisory_xact_lock(hashtext('touchpath audit log'), company);
	SELECT chain_position, hash INTO place, previous FROM "change" WHERE company_id = company AND hash IS NOT NULL ORDER BY chain_position DESC LIMIT 1;
	place := coalesce(place, 0);
	previous := coalesce(previous, '');
	FOR line IN SELECT * FROM "change" WHERE company_id = company AND hash IS NULL ORDER BY id LOOP
		place := place + 1;
		previous := encode(sha256(convert_to(previous || jsonb_build_array(place, line.id, line.company_id, line.entity, line.row_id, line.action, line.user_id, line.api_key_id,
			line.ip_address, line.before, line.after, (extract(epoch FROM line.changed_at) * 1000)::bigint)::text, 'UTF8')), 'hex');
		UPDATE "change" SET chain_position = place, hash = previous WHERE id = line.id;
	END LOOP;
END $$;--> statement-breakpoint
-- Of several lines of a transaction, the first chains all.
CREATE FUNCTION "chain_changes"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	IF EXISTS (SELECT FROM "change" WHERE id = NEW.id AND hash IS NULL) THEN PERFORM chain_changes_of(NEW.company_id); END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
SELECT chain_changes_of(company_id) FROM (SELECT DISTINCT company_id FROM "change") AS companies;--> statement-breakpoint
-- Deferred to the commit: the lock is the last one that a transaction takes, so that it waits for no other while others wait for it.
CREATE CONSTRAINT TRIGGER "change_chained" AFTER INSERT ON "change" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "chain_changes"();--> statement-breakpoint
CREATE TRIGGER "change_kept" BEFORE DELETE OR TRUNCATE ON "change" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE TRIGGER "change_unchanged" BEFORE UPDATE ON "change" FOR EACH ROW
	WHEN (OLD.hash IS NOT NULL OR to_jsonb(OLD) - 'hash' - 'chain_position' IS DISTINCT FROM to_jsonb(NEW) - 'hash' - 'chain_position') EXECUTE FUNCTION "refuse_change"();
