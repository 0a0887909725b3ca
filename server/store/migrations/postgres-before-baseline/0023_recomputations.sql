CREATE TABLE "recomputation" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recomputation_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"ip_address" text NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"span_from" timestamp (3) with time zone NOT NULL,
	"span_until" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'planning' NOT NULL,
	"rules_digest" text DEFAULT '' NOT NULL,
	"ad_ids" integer[] DEFAULT '{}' NOT NULL,
	"digest" text DEFAULT '' NOT NULL,
	"conversions" integer DEFAULT 0 NOT NULL,
	"planned" integer DEFAULT 0 NOT NULL,
	"applied" integer DEFAULT 0 NOT NULL,
	"counts" jsonb NOT NULL,
	"done" jsonb NOT NULL,
	"examples" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"claimed_by" text,
	"claimed_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "recomputation_batch" (
	"company_id" integer NOT NULL,
	"recomputation_id" integer NOT NULL,
	"position" integer NOT NULL,
	"after_id" bigint NOT NULL,
	"last_id" bigint NOT NULL,
	"conversions" integer NOT NULL,
	"digest" text NOT NULL,
	"results" jsonb NOT NULL,
	"made" jsonb NOT NULL,
	"is_applied" boolean DEFAULT false NOT NULL,
	CONSTRAINT "recomputation_batch_recomputation_id_position_pk" PRIMARY KEY("recomputation_id","position")
);
--> statement-breakpoint
ALTER TABLE "recomputation" ADD CONSTRAINT "recomputation_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recomputation" ADD CONSTRAINT "recomputation_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recomputation" ADD CONSTRAINT "recomputation_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recomputation_batch" ADD CONSTRAINT "recomputation_batch_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recomputation_batch" ADD CONSTRAINT "recomputation_batch_recomputation_id_recomputation_id_fk" FOREIGN KEY ("recomputation_id") REFERENCES "public"."recomputation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recomputation_product" ON "recomputation" USING btree ("company_id","product_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "recomputation_plan" ON "recomputation" USING btree ("company_id","user_id") WHERE state in ('planning', 'planned');--> statement-breakpoint
CREATE UNIQUE INDEX "recomputation_applying" ON "recomputation" USING btree ("product_id") WHERE state = 'applying';