CREATE TABLE "collector_notice" (
	"company_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "collector_notice_once" PRIMARY KEY("product_id","kind","subject")
);
--> statement-breakpoint
ALTER TABLE "collector_notice" ADD CONSTRAINT "collector_notice_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "collector_notice_company" ON "collector_notice" USING btree ("company_id");