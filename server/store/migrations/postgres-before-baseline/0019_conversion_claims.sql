CREATE TABLE "conversion_claim" (
	"company_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"cv_setting_id" integer NOT NULL,
	"cv_type" smallint NOT NULL,
	"args" text NOT NULL,
	"claim_id" bigint NOT NULL,
	"conversion_id" bigint,
	"digest" text NOT NULL,
	"claimed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "conversion_claim_once" PRIMARY KEY("product_id","cv_setting_id","cv_type","args")
);
--> statement-breakpoint
CREATE INDEX "conversion_claim_age" ON "conversion_claim" USING btree ("product_id","claimed_at");