CREATE TABLE "error_report" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "error_report_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"origin" text NOT NULL,
	"place" text NOT NULL,
	"code" text NOT NULL,
	"message" text NOT NULL,
	"http_status" smallint,
	"request_id" text,
	"occurred_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "error_report" ADD CONSTRAINT "error_report_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "error_report_last" ON "error_report" USING btree ("company_id","origin","id");