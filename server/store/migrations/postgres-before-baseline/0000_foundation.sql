CREATE TABLE "ad" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ad_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"name" text NOT NULL,
	"ad_post_url" text DEFAULT '' NOT NULL,
	"ad_description" text DEFAULT '' NOT NULL,
	"ad_category_id" integer,
	"ad_type1_id" integer,
	"ad_type2_id" integer,
	"ad_type3_id" integer,
	"asp_id" integer,
	"agency_id" integer,
	"period_from" date,
	"period_to" date,
	"redirect_url" text NOT NULL,
	"direct_link" boolean DEFAULT false NOT NULL,
	"lpo_flag" boolean DEFAULT false NOT NULL,
	"lpo_entries" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"dynamic_lpurl" boolean DEFAULT false NOT NULL,
	"performance_cv_flag" boolean DEFAULT true NOT NULL,
	"click_cost" numeric(10, 2) DEFAULT 0 NOT NULL,
	"cv_cost" numeric(10, 2) DEFAULT 0 NOT NULL,
	"ad_fee" numeric(10, 2) DEFAULT 0 NOT NULL,
	"args" text DEFAULT '' NOT NULL,
	"own_parameters" boolean DEFAULT false NOT NULL,
	"parameters" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"own_result_notice" boolean DEFAULT false NOT NULL,
	"result_flag" smallint DEFAULT 0 NOT NULL,
	"own_auto_approval" boolean DEFAULT false NOT NULL,
	"auto_approval" jsonb,
	"status" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ad_category" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ad_category_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"kind" smallint DEFAULT 0 NOT NULL,
	"name" text NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ad_type" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ad_type_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"sequence" smallint NOT NULL,
	"title" text NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agency" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "agency_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agency_product" (
	"company_id" integer NOT NULL,
	"agency_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	CONSTRAINT "agency_product_agency_id_product_id_pk" PRIMARY KEY("agency_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "asp" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "asp_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"name" text NOT NULL,
	"company_name" text DEFAULT '' NOT NULL,
	"phone_number" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"xclid_flag" boolean DEFAULT false NOT NULL,
	"xclid_name" text DEFAULT 'a_xclid' NOT NULL,
	"media_session_flag" boolean DEFAULT false NOT NULL,
	"media_session_name" text DEFAULT 'a_ses' NOT NULL,
	"media_management1_flag" boolean DEFAULT false NOT NULL,
	"media_management1_name" text DEFAULT 'a_key1' NOT NULL,
	"media_management2_flag" boolean DEFAULT false NOT NULL,
	"media_management2_name" text DEFAULT 'a_key2' NOT NULL,
	"media_management3_flag" boolean DEFAULT false NOT NULL,
	"media_management3_name" text DEFAULT 'a_key3' NOT NULL,
	"measurement_tag" text DEFAULT '' NOT NULL,
	"result_flag" smallint DEFAULT 0 NOT NULL,
	"result_method" smallint DEFAULT 2 NOT NULL,
	"cv_tag" text DEFAULT '' NOT NULL,
	"webhook_url" text DEFAULT '' NOT NULL,
	"performance_cv_flag" boolean DEFAULT false NOT NULL,
	"unapproved_value" text DEFAULT '0' NOT NULL,
	"approved_value" text DEFAULT '1' NOT NULL,
	"rejected_value" text DEFAULT '2' NOT NULL,
	"auto_approval" boolean DEFAULT false NOT NULL,
	"approval_amount" boolean DEFAULT false NOT NULL,
	"approval_args" boolean DEFAULT false NOT NULL,
	"exclude_duplicate_ips" smallint DEFAULT 0 NOT NULL,
	"exclude_duplicate_args" boolean DEFAULT false NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bookmark" (
	"name" text PRIMARY KEY NOT NULL,
	"position" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "company" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "company_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"name" text NOT NULL,
	"department_name" text DEFAULT '' NOT NULL,
	"contact_name" text DEFAULT '' NOT NULL,
	"contact_mail" text DEFAULT '' NOT NULL,
	"login_allowed_ips" text[] DEFAULT '{}' NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "company_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "crossdomain_setting" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "crossdomain_setting_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"sender_name" text NOT NULL,
	"sender_domain" text NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cv_setting" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cv_setting_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"name" text NOT NULL,
	"cv_type" smallint DEFAULT 1 NOT NULL,
	"cv_condition" smallint DEFAULT 1 NOT NULL,
	"cv_page_url" text DEFAULT '' NOT NULL,
	"route_page_url" text DEFAULT '' NOT NULL,
	"button_selector" text DEFAULT '' NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "decision" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "decision_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"result_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"from_status" smallint,
	"to_status" smallint NOT NULL,
	"rule" text,
	"user_id" integer,
	"reason" text DEFAULT '' NOT NULL,
	"decided_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "decision_once" UNIQUE("result_id","version")
);
--> statement-breakpoint
CREATE TABLE "notification" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notification_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"asp_id" integer NOT NULL,
	"result_id" bigint NOT NULL,
	"decision_id" bigint NOT NULL,
	"url" text NOT NULL,
	"state" text DEFAULT 'ready' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_once" UNIQUE("decision_id")
);
--> statement-breakpoint
CREATE TABLE "notification_attempt" (
	"notification_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"company_id" integer NOT NULL,
	"http_status" smallint,
	"answer" text DEFAULT '' NOT NULL,
	"success" boolean NOT NULL,
	"executed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_attempt_notification_id_number_pk" PRIMARY KEY("notification_id","number")
);
--> statement-breakpoint
CREATE TABLE "product" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"name" text NOT NULL,
	"domain" text NOT NULL,
	"url" text NOT NULL,
	"tracking_term" smallint DEFAULT 180 NOT NULL,
	"excluded_ips" text[] DEFAULT '{}' NOT NULL,
	"week_start" smallint DEFAULT 0 NOT NULL,
	"attribution_model" smallint DEFAULT 1 NOT NULL,
	"ad_cost_linkage" boolean DEFAULT false NOT NULL,
	"ad_cost_allocation_mode" smallint DEFAULT 1 NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "redirect" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "redirect_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"ad_id" integer NOT NULL,
	"redirect_url" text NOT NULL,
	"redirect_flag" boolean DEFAULT true NOT NULL,
	"lpo_flag" boolean DEFAULT false NOT NULL,
	"lpo_entries" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"dynamic_lpurl" boolean DEFAULT false NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refresh_token" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refresh_token_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"family" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	"used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refresh_token_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "result" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "result_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"asp_id" integer NOT NULL,
	"cv_ad_id" integer,
	"result_type" smallint NOT NULL,
	"conversion_id" bigint NOT NULL,
	"interaction_id" bigint,
	"interaction_number" integer DEFAULT 0 NOT NULL,
	"cv_time" timestamp (3) with time zone NOT NULL,
	"ip_address" text NOT NULL,
	"xclid" text DEFAULT '' NOT NULL,
	"media_session_id" text DEFAULT '' NOT NULL,
	"media_management1" text DEFAULT '' NOT NULL,
	"media_management2" text DEFAULT '' NOT NULL,
	"media_management3" text DEFAULT '' NOT NULL,
	"args" text DEFAULT '' NOT NULL,
	"user_id" text DEFAULT '' NOT NULL,
	"other_key1" text DEFAULT '' NOT NULL,
	"other_key2" text DEFAULT '' NOT NULL,
	"other_key3" text DEFAULT '' NOT NULL,
	"amount" bigint DEFAULT 0 NOT NULL,
	"cv_cost" numeric(10, 2) DEFAULT 0 NOT NULL,
	"approval_amount_result" smallint,
	"approval_args_result" smallint,
	"exclude_duplicate_ips_result" smallint,
	"exclude_duplicate_args_result" smallint,
	"approval_status" smallint NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "result_once" UNIQUE("conversion_id","asp_id")
);
--> statement-breakpoint
CREATE TABLE "role" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "role_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"name" text NOT NULL,
	"code" text NOT NULL,
	"base" text NOT NULL,
	"permissions" jsonb NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "role_code" UNIQUE("company_id","code")
);
--> statement-breakpoint
CREATE TABLE "signin_failure" (
	"subject" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"password" text NOT NULL,
	"role_id" integer NOT NULL,
	"agency_id" integer,
	"last_login" timestamp (3) with time zone,
	"status" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ad" ADD CONSTRAINT "ad_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ad" ADD CONSTRAINT "ad_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ad" ADD CONSTRAINT "ad_ad_category_id_ad_category_id_fk" FOREIGN KEY ("ad_category_id") REFERENCES "public"."ad_category"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ad" ADD CONSTRAINT "ad_ad_type1_id_ad_type_id_fk" FOREIGN KEY ("ad_type1_id") REFERENCES "public"."ad_type"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ad" ADD CONSTRAINT "ad_ad_type2_id_ad_type_id_fk" FOREIGN KEY ("ad_type2_id") REFERENCES "public"."ad_type"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ad" ADD CONSTRAINT "ad_ad_type3_id_ad_type_id_fk" FOREIGN KEY ("ad_type3_id") REFERENCES "public"."ad_type"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ad" ADD CONSTRAINT "ad_asp_id_asp_id_fk" FOREIGN KEY ("asp_id") REFERENCES "public"."asp"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ad" ADD CONSTRAINT "ad_agency_id_agency_id_fk" FOREIGN KEY ("agency_id") REFERENCES "public"."agency"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ad_category" ADD CONSTRAINT "ad_category_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ad_category" ADD CONSTRAINT "ad_category_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ad_type" ADD CONSTRAINT "ad_type_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ad_type" ADD CONSTRAINT "ad_type_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agency" ADD CONSTRAINT "agency_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agency_product" ADD CONSTRAINT "agency_product_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agency_product" ADD CONSTRAINT "agency_product_agency_id_agency_id_fk" FOREIGN KEY ("agency_id") REFERENCES "public"."agency"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agency_product" ADD CONSTRAINT "agency_product_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "asp" ADD CONSTRAINT "asp_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "asp" ADD CONSTRAINT "asp_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crossdomain_setting" ADD CONSTRAINT "crossdomain_setting_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crossdomain_setting" ADD CONSTRAINT "crossdomain_setting_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cv_setting" ADD CONSTRAINT "cv_setting_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cv_setting" ADD CONSTRAINT "cv_setting_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision" ADD CONSTRAINT "decision_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision" ADD CONSTRAINT "decision_result_id_result_id_fk" FOREIGN KEY ("result_id") REFERENCES "public"."result"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision" ADD CONSTRAINT "decision_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_asp_id_asp_id_fk" FOREIGN KEY ("asp_id") REFERENCES "public"."asp"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_result_id_result_id_fk" FOREIGN KEY ("result_id") REFERENCES "public"."result"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_decision_id_decision_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."decision"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_attempt" ADD CONSTRAINT "notification_attempt_notification_id_notification_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notification"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_attempt" ADD CONSTRAINT "notification_attempt_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product" ADD CONSTRAINT "product_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redirect" ADD CONSTRAINT "redirect_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redirect" ADD CONSTRAINT "redirect_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redirect" ADD CONSTRAINT "redirect_ad_id_ad_id_fk" FOREIGN KEY ("ad_id") REFERENCES "public"."ad"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_token" ADD CONSTRAINT "refresh_token_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_token" ADD CONSTRAINT "refresh_token_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result" ADD CONSTRAINT "result_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result" ADD CONSTRAINT "result_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result" ADD CONSTRAINT "result_asp_id_asp_id_fk" FOREIGN KEY ("asp_id") REFERENCES "public"."asp"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result" ADD CONSTRAINT "result_cv_ad_id_ad_id_fk" FOREIGN KEY ("cv_ad_id") REFERENCES "public"."ad"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role" ADD CONSTRAINT "role_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_role_id_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."role"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_agency_id_agency_id_fk" FOREIGN KEY ("agency_id") REFERENCES "public"."agency"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ad_product" ON "ad" USING btree ("company_id","product_id");--> statement-breakpoint
CREATE INDEX "ad_asp" ON "ad" USING btree ("asp_id");--> statement-breakpoint
CREATE INDEX "ad_agency" ON "ad" USING btree ("agency_id");--> statement-breakpoint
CREATE INDEX "ad_category_product" ON "ad_category" USING btree ("company_id","product_id");--> statement-breakpoint
CREATE INDEX "ad_type_product" ON "ad_type" USING btree ("company_id","product_id","sequence");--> statement-breakpoint
CREATE INDEX "agency_company" ON "agency" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "asp_product" ON "asp" USING btree ("company_id","product_id");--> statement-breakpoint
CREATE INDEX "crossdomain_product" ON "crossdomain_setting" USING btree ("company_id","product_id");--> statement-breakpoint
CREATE INDEX "cv_setting_product" ON "cv_setting" USING btree ("company_id","product_id");--> statement-breakpoint
CREATE INDEX "notification_due" ON "notification" USING btree ("next_at") WHERE state in ('ready', 'sending');--> statement-breakpoint
CREATE INDEX "product_company" ON "product" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "redirect_ad" ON "redirect" USING btree ("ad_id");--> statement-breakpoint
CREATE INDEX "redirect_product" ON "redirect" USING btree ("company_id","product_id");--> statement-breakpoint
CREATE INDEX "refresh_token_family" ON "refresh_token" USING btree ("family");--> statement-breakpoint
CREATE INDEX "refresh_token_user" ON "refresh_token" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "result_cost" ON "result" USING btree ("product_id","cv_time");--> statement-breakpoint
CREATE INDEX "result_ip" ON "result" USING btree ("asp_id","ip_address","cv_time");--> statement-breakpoint
CREATE INDEX "result_args" ON "result" USING btree ("asp_id","args");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("company_id",lower("email"));