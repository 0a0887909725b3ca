CREATE TABLE "decision_request" (
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"key" text NOT NULL,
	"part" integer NOT NULL,
	"digest" text NOT NULL,
	"answer" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "decision_request_company_id_user_id_key_part_pk" PRIMARY KEY("company_id","user_id","key","part")
);
--> statement-breakpoint
DROP INDEX "notification_due";--> statement-breakpoint
DROP INDEX "result_cost";--> statement-breakpoint
ALTER TABLE "asp" ADD COLUMN "webhook_style" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "asp" ADD COLUMN "webhook_secret" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "asp" ADD COLUMN "paused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "body" text;--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "attempts_before" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "decision_request" ADD CONSTRAINT "decision_request_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision_request" ADD CONSTRAINT "decision_request_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_dead" ON "notification" USING btree ("asp_id") WHERE state = 'dead';--> statement-breakpoint
CREATE INDEX "notification_result" ON "notification" USING btree ("result_id","id");--> statement-breakpoint
CREATE INDEX "notification_log" ON "notification" USING btree ("product_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notification_due" ON "notification" USING btree ("asp_id","next_at") WHERE state in ('ready', 'sending');--> statement-breakpoint
CREATE INDEX "result_cost" ON "result" USING btree ("product_id","cv_time","id");--> statement-breakpoint
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- A company that is removed whole takes its ledger with it, and says so in its transaction.
	IF TG_OP = 'DELETE' AND current_setting('touchpath.removes_company', true) = 'yes' THEN RETURN NULL; END IF;
	RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "decision_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "decision" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
