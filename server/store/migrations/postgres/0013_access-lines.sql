CREATE TABLE "audit_stream_position" (
	"company_id" integer PRIMARY KEY NOT NULL,
	"position" bigint NOT NULL,
	"moved_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "signin_failure" ADD COLUMN "unchecked" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "signin_failure" ADD COLUMN "user_id" integer;--> statement-breakpoint
ALTER TABLE "decision" ADD COLUMN "api_key_id" integer;--> statement-breakpoint
ALTER TABLE "change" ADD COLUMN "user_agent" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sync_run" ADD COLUMN "api_key_id" integer;--> statement-breakpoint
ALTER TABLE "recomputation" ADD COLUMN "api_key_id" integer;--> statement-breakpoint
ALTER TABLE "audit_stream_position" ADD CONSTRAINT "audit_stream_position_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision" ADD CONSTRAINT "decision_api_key_id_api_key_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_key"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_run" ADD CONSTRAINT "sync_run_api_key_id_api_key_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_key"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recomputation" ADD CONSTRAINT "recomputation_api_key_id_api_key_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_key"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- As before, with the user agent at the end. Lines without one have no place for it, so that the hashes of earlier lines remain right.
CREATE OR REPLACE FUNCTION "chain_changes_of"(company integer) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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
		previous := encode(sha256(convert_to(previous || (jsonb_build_array(place, line.id, line.company_id, line.entity, line.row_id, line.action, line.user_id, line.api_key_id,
			line.ip_address, line.before, line.after, (extract(epoch FROM line.changed_at) * 1000)::bigint)
			|| CASE WHEN line.user_agent = '' THEN '[]' ELSE jsonb_build_array(line.user_agent) END)::text, 'UTF8')), 'hex');
		UPDATE "change" SET chain_position = place, hash = previous WHERE id = line.id;
	END LOOP;
END $$;
