CREATE TABLE "retention" (
	"product_id" integer PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"removing_before" timestamp (3) with time zone NOT NULL,
	"removed_before" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "retention_days" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "retention" ADD CONSTRAINT "retention_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention" ADD CONSTRAINT "retention_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;