CREATE TABLE "report_delivery" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "report_delivery_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"name" text NOT NULL,
	"page" text NOT NULL,
	"axis" smallint DEFAULT 1 NOT NULL,
	"model" smallint DEFAULT 0 NOT NULL,
	"metrics" text[] DEFAULT '{}' NOT NULL,
	"format" text DEFAULT 'xlsx' NOT NULL,
	"locale" text DEFAULT 'ja' NOT NULL,
	"schedule" text DEFAULT 'weekly' NOT NULL,
	"hour" smallint DEFAULT 8 NOT NULL,
	"recipients" text[] DEFAULT '{}' NOT NULL,
	"last_slot" timestamp (3) with time zone,
	"status" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "report_delivery" ADD CONSTRAINT "report_delivery_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_delivery" ADD CONSTRAINT "report_delivery_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_delivery_product" ON "report_delivery" USING btree ("company_id","product_id");