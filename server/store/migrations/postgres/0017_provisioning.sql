CREATE TABLE "provisioned_group" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "provisioned_group_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"display_name" text NOT NULL,
	"external_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provisioned_group_member" (
	"group_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"company_id" integer NOT NULL,
	CONSTRAINT "provisioned_group_member_group_id_user_id_pk" PRIMARY KEY("group_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "provisioned_user" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"user_name" text NOT NULL,
	"external_id" text,
	"names" jsonb NOT NULL,
	"role_from_group" boolean NOT NULL,
	"is_removed" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "provisioned_group" ADD CONSTRAINT "provisioned_group_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provisioned_group_member" ADD CONSTRAINT "provisioned_group_member_group_id_provisioned_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."provisioned_group"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provisioned_group_member" ADD CONSTRAINT "provisioned_group_member_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provisioned_group_member" ADD CONSTRAINT "provisioned_group_member_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provisioned_user" ADD CONSTRAINT "provisioned_user_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provisioned_user" ADD CONSTRAINT "provisioned_user_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "provisioned_group_name" ON "provisioned_group" USING btree ("company_id",lower("display_name"));--> statement-breakpoint
CREATE INDEX "provisioned_group_member_user" ON "provisioned_group_member" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "provisioned_user_name" ON "provisioned_user" USING btree ("company_id",lower("user_name"));--> statement-breakpoint
-- Scopes of keys that were made before there was provisioning.
UPDATE "api_key" SET "scopes" = "scopes" || '{"provisioning": "none"}'::jsonb;
