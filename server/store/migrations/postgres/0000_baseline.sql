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
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"conversion_key" text DEFAULT 'cvk_' || replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') NOT NULL,
	"previous_conversion_key" text,
	"previous_conversion_key_until" timestamp (3) with time zone,
	"conversion_key_required" boolean DEFAULT true NOT NULL,
	"conversion_addresses" text[] DEFAULT '{}' NOT NULL,
	"unique_result_identifiers" smallint DEFAULT 1 NOT NULL,
	"max_conversion_amount" bigint DEFAULT 0 NOT NULL,
	"max_visitor_conversions_per_hour" integer DEFAULT 0 NOT NULL,
	"decision_hold_seconds" integer DEFAULT 10 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "password_reset" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "password_reset_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"hash" "bytea" NOT NULL,
	"used_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "password_reset_hash_unique" UNIQUE("hash")
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
CREATE TABLE "role" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "role_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"name" text NOT NULL,
	"code" text NOT NULL,
	"base" text NOT NULL,
	"permissions" jsonb NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "mail" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mail_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"mail_order" jsonb NOT NULL,
	"state" text DEFAULT 'ready' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
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
	"auto_approval" jsonb DEFAULT '{"approveAutomatically":false,"judgeAmount":false,"judgeArgs":false,"excludeDuplicateIps":0,"excludeDuplicateArgs":false}'::jsonb NOT NULL,
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
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"webhook_style" smallint DEFAULT 0 NOT NULL,
	"webhook_secret" text DEFAULT '' NOT NULL,
	"paused_at" timestamp (3) with time zone
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
	"held_until" timestamp (3) with time zone,
	"takes_back" integer,
	CONSTRAINT "decision_once" UNIQUE("result_id","version")
);
--> statement-breakpoint
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
	"visitor_id" text,
	"exclude_duplicate_ips_days" smallint,
	"exceeded_limits" smallint,
	CONSTRAINT "result_once" UNIQUE("conversion_id","asp_id")
);
--> statement-breakpoint
CREATE TABLE "result_change" (
	"company_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"day" date NOT NULL,
	"ad_id" integer NOT NULL,
	"pending" integer NOT NULL,
	"approved" integer NOT NULL,
	"rejected" integer NOT NULL,
	"pending_cost" bigint NOT NULL,
	"approved_cost" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "result_news" (
	"company_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "result_news_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"cv_time" timestamp (3) with time zone NOT NULL,
	"conversion_id" bigint NOT NULL,
	"interaction_id" bigint NOT NULL,
	"ad_id" integer NOT NULL,
	"approved_cost" bigint NOT NULL,
	"pending_cost" bigint NOT NULL,
	"step" bigint,
	CONSTRAINT "result_news_product_id_id_pk" PRIMARY KEY("product_id","id")
);
--> statement-breakpoint
CREATE TABLE "result_sum" (
	"company_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"day" date NOT NULL,
	"ad_id" integer NOT NULL,
	"span" text NOT NULL,
	"pending" integer NOT NULL,
	"approved" integer NOT NULL,
	"rejected" integer NOT NULL,
	"pending_cost" bigint NOT NULL,
	"approved_cost" bigint NOT NULL,
	CONSTRAINT "result_sum_company_id_product_id_span_day_ad_id_pk" PRIMARY KEY("company_id","product_id","span","day","ad_id")
);
--> statement-breakpoint
CREATE TABLE "bookmark" (
	"name" text PRIMARY KEY NOT NULL,
	"position" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "late_conversion" (
	"conversion_id" numeric(20, 0) PRIMARY KEY NOT NULL
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
	"body" text,
	"attempts_before" integer DEFAULT 0 NOT NULL,
	"method" smallint DEFAULT 2 NOT NULL,
	"taken_by" text,
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
	"failure" text,
	CONSTRAINT "notification_attempt_notification_id_number_pk" PRIMARY KEY("notification_id","number")
);
--> statement-breakpoint
CREATE TABLE "change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"entity" text NOT NULL,
	"row_id" integer NOT NULL,
	"action" text NOT NULL,
	"user_id" integer,
	"ip_address" text DEFAULT '' NOT NULL,
	"before" jsonb,
	"after" jsonb NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "creation_request" (
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"key" text NOT NULL,
	"digest" text NOT NULL,
	"row_id" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "creation_request_company_id_user_id_key_pk" PRIMARY KEY("company_id","user_id","key")
);
--> statement-breakpoint
CREATE TABLE "operator_action" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_action_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"action" text NOT NULL,
	"company_code" text NOT NULL,
	"operator" text NOT NULL,
	"detail" jsonb NOT NULL,
	"done_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ad_cost" (
	"company_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"ad_id" integer NOT NULL,
	"day" date NOT NULL,
	"cost" numeric(12, 2) NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ad_cost_ad_id_day_pk" PRIMARY KEY("ad_id","day")
);
--> statement-breakpoint
CREATE TABLE "sync_run" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sync_run_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"sync_setting_id" integer NOT NULL,
	"user_id" integer,
	"state" text DEFAULT 'running' NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"applied" integer DEFAULT 0 NOT NULL,
	"errors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"failure" text DEFAULT '' NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sync_setting" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sync_setting_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"source_url" text DEFAULT '' NOT NULL,
	"format" text DEFAULT 'csv' NOT NULL,
	"mapping" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"schedule" text DEFAULT 'none' NOT NULL,
	"hour" smallint DEFAULT 6 NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analyze_setting" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "analyze_setting_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"page" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"metrics" text[] DEFAULT '{}' NOT NULL,
	"axes" text[] DEFAULT '{}' NOT NULL,
	"hidden_metrics" text[] DEFAULT '{}' NOT NULL,
	"chart" text DEFAULT 'none' NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "column_choice" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "column_choice_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"screen" text NOT NULL,
	"hidden" text[],
	"column_order" text[],
	"pinned" text,
	"last_used_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_delivery" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "report_delivery_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"name" text NOT NULL,
	"page" text NOT NULL,
	"format" text DEFAULT 'xlsx' NOT NULL,
	"locale" text DEFAULT 'ja' NOT NULL,
	"schedule" text DEFAULT 'weekly' NOT NULL,
	"hour" smallint DEFAULT 8 NOT NULL,
	"recipients" text[] DEFAULT '{}' NOT NULL,
	"last_slot" timestamp (3) with time zone,
	"status" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_sent" timestamp (3) with time zone,
	"question" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_view" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_view_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"screen" text NOT NULL,
	"name" text NOT NULL,
	"search" text NOT NULL,
	"hidden" text[] DEFAULT '{}' NOT NULL,
	"shared" boolean DEFAULT false NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "tracking_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tracking_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction_id" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"table_name" text NOT NULL,
	"row_id" integer
);
--> statement-breakpoint
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
ALTER TABLE "agency" ADD CONSTRAINT "agency_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agency_product" ADD CONSTRAINT "agency_product_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agency_product" ADD CONSTRAINT "agency_product_agency_id_agency_id_fk" FOREIGN KEY ("agency_id") REFERENCES "public"."agency"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agency_product" ADD CONSTRAINT "agency_product_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product" ADD CONSTRAINT "product_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_reset" ADD CONSTRAINT "password_reset_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_reset" ADD CONSTRAINT "password_reset_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_token" ADD CONSTRAINT "refresh_token_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_token" ADD CONSTRAINT "refresh_token_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role" ADD CONSTRAINT "role_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_role_id_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."role"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_agency_id_agency_id_fk" FOREIGN KEY ("agency_id") REFERENCES "public"."agency"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "asp" ADD CONSTRAINT "asp_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "asp" ADD CONSTRAINT "asp_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redirect" ADD CONSTRAINT "redirect_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redirect" ADD CONSTRAINT "redirect_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redirect" ADD CONSTRAINT "redirect_ad_id_ad_id_fk" FOREIGN KEY ("ad_id") REFERENCES "public"."ad"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crossdomain_setting" ADD CONSTRAINT "crossdomain_setting_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crossdomain_setting" ADD CONSTRAINT "crossdomain_setting_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cv_setting" ADD CONSTRAINT "cv_setting_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cv_setting" ADD CONSTRAINT "cv_setting_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision" ADD CONSTRAINT "decision_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision" ADD CONSTRAINT "decision_result_id_result_id_fk" FOREIGN KEY ("result_id") REFERENCES "public"."result"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision" ADD CONSTRAINT "decision_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision_request" ADD CONSTRAINT "decision_request_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision_request" ADD CONSTRAINT "decision_request_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result" ADD CONSTRAINT "result_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result" ADD CONSTRAINT "result_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result" ADD CONSTRAINT "result_asp_id_asp_id_fk" FOREIGN KEY ("asp_id") REFERENCES "public"."asp"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result" ADD CONSTRAINT "result_cv_ad_id_ad_id_fk" FOREIGN KEY ("cv_ad_id") REFERENCES "public"."ad"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_asp_id_asp_id_fk" FOREIGN KEY ("asp_id") REFERENCES "public"."asp"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_result_id_result_id_fk" FOREIGN KEY ("result_id") REFERENCES "public"."result"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_decision_id_decision_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."decision"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_attempt" ADD CONSTRAINT "notification_attempt_notification_id_notification_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notification"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_attempt" ADD CONSTRAINT "notification_attempt_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change" ADD CONSTRAINT "change_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change" ADD CONSTRAINT "change_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creation_request" ADD CONSTRAINT "creation_request_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creation_request" ADD CONSTRAINT "creation_request_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ad_cost" ADD CONSTRAINT "ad_cost_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ad_cost" ADD CONSTRAINT "ad_cost_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ad_cost" ADD CONSTRAINT "ad_cost_ad_id_ad_id_fk" FOREIGN KEY ("ad_id") REFERENCES "public"."ad"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_run" ADD CONSTRAINT "sync_run_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_run" ADD CONSTRAINT "sync_run_sync_setting_id_sync_setting_id_fk" FOREIGN KEY ("sync_setting_id") REFERENCES "public"."sync_setting"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_run" ADD CONSTRAINT "sync_run_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_setting" ADD CONSTRAINT "sync_setting_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_setting" ADD CONSTRAINT "sync_setting_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analyze_setting" ADD CONSTRAINT "analyze_setting_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analyze_setting" ADD CONSTRAINT "analyze_setting_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "column_choice" ADD CONSTRAINT "column_choice_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "column_choice" ADD CONSTRAINT "column_choice_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_delivery" ADD CONSTRAINT "report_delivery_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_delivery" ADD CONSTRAINT "report_delivery_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recomputation" ADD CONSTRAINT "recomputation_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recomputation" ADD CONSTRAINT "recomputation_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recomputation" ADD CONSTRAINT "recomputation_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recomputation_batch" ADD CONSTRAINT "recomputation_batch_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recomputation_batch" ADD CONSTRAINT "recomputation_batch_recomputation_id_recomputation_id_fk" FOREIGN KEY ("recomputation_id") REFERENCES "public"."recomputation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "error_report" ADD CONSTRAINT "error_report_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agency_company" ON "agency" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "company_code" ON "company" USING btree (lower("code"));--> statement-breakpoint
CREATE INDEX "product_company" ON "product" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "password_reset_user" ON "password_reset" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "refresh_token_family" ON "refresh_token" USING btree ("family");--> statement-breakpoint
CREATE INDEX "refresh_token_user" ON "refresh_token" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "role_code" ON "role" USING btree ("company_id","code") WHERE status;--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("company_id",lower("email"));--> statement-breakpoint
CREATE INDEX "mail_due" ON "mail" USING btree ("next_at") WHERE state = 'ready';--> statement-breakpoint
CREATE INDEX "ad_product" ON "ad" USING btree ("company_id","product_id");--> statement-breakpoint
CREATE INDEX "ad_asp" ON "ad" USING btree ("asp_id");--> statement-breakpoint
CREATE INDEX "ad_agency" ON "ad" USING btree ("agency_id");--> statement-breakpoint
CREATE INDEX "ad_category_product" ON "ad_category" USING btree ("company_id","product_id");--> statement-breakpoint
CREATE INDEX "ad_type_product" ON "ad_type" USING btree ("company_id","product_id","sequence");--> statement-breakpoint
CREATE INDEX "asp_product" ON "asp" USING btree ("company_id","product_id");--> statement-breakpoint
CREATE INDEX "redirect_ad" ON "redirect" USING btree ("ad_id");--> statement-breakpoint
CREATE INDEX "redirect_product" ON "redirect" USING btree ("company_id","product_id");--> statement-breakpoint
CREATE INDEX "crossdomain_product" ON "crossdomain_setting" USING btree ("company_id","product_id");--> statement-breakpoint
CREATE INDEX "cv_setting_product" ON "cv_setting" USING btree ("company_id","product_id");--> statement-breakpoint
CREATE INDEX "conversion_claim_age" ON "conversion_claim" USING btree ("product_id","claimed_at");--> statement-breakpoint
CREATE INDEX "result_cost" ON "result" USING btree ("product_id","cv_time","id");--> statement-breakpoint
CREATE INDEX "result_ip" ON "result" USING btree ("asp_id","ip_address","cv_time");--> statement-breakpoint
CREATE INDEX "result_args" ON "result" USING btree ("asp_id","args");--> statement-breakpoint
CREATE INDEX "result_by_args" ON "result" USING btree ("product_id","args");--> statement-breakpoint
CREATE INDEX "result_by_xclid" ON "result" USING btree ("product_id","xclid");--> statement-breakpoint
CREATE INDEX "result_by_session" ON "result" USING btree ("product_id","media_session_id");--> statement-breakpoint
CREATE INDEX "result_by_visitor" ON "result" USING btree ("product_id","visitor_id");--> statement-breakpoint
CREATE INDEX "result_by_interaction" ON "result" USING btree ("product_id","interaction_id");--> statement-breakpoint
CREATE INDEX "result_by_user" ON "result" USING btree ("product_id","user_id");--> statement-breakpoint
CREATE INDEX "notification_due" ON "notification" USING btree ("asp_id","next_at") WHERE state in ('ready', 'sending');--> statement-breakpoint
CREATE INDEX "notification_dead" ON "notification" USING btree ("asp_id") WHERE state = 'dead';--> statement-breakpoint
CREATE INDEX "notification_tag" ON "notification" USING btree ("next_at") WHERE state = 'ready' and method = 1;--> statement-breakpoint
CREATE INDEX "notification_result" ON "notification" USING btree ("result_id","id");--> statement-breakpoint
CREATE INDEX "notification_log" ON "notification" USING btree ("product_id","created_at","id");--> statement-breakpoint
CREATE INDEX "change_row" ON "change" USING btree ("company_id","entity","row_id","id");--> statement-breakpoint
CREATE INDEX "ad_cost_product" ON "ad_cost" USING btree ("product_id","day");--> statement-breakpoint
CREATE INDEX "sync_run_setting" ON "sync_run" USING btree ("sync_setting_id","id");--> statement-breakpoint
CREATE INDEX "sync_setting_product" ON "sync_setting" USING btree ("company_id","product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "analyze_setting_page" ON "analyze_setting" USING btree ("product_id","page") WHERE status;--> statement-breakpoint
CREATE UNIQUE INDEX "column_choice_screen" ON "column_choice" USING btree ("user_id","screen");--> statement-breakpoint
CREATE INDEX "report_delivery_product" ON "report_delivery" USING btree ("company_id","product_id");--> statement-breakpoint
CREATE INDEX "saved_view_screen" ON "saved_view" USING btree ("company_id","screen");--> statement-breakpoint
CREATE INDEX "recomputation_product" ON "recomputation" USING btree ("company_id","product_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "recomputation_plan" ON "recomputation" USING btree ("company_id","user_id") WHERE state in ('planning', 'planned');--> statement-breakpoint
CREATE UNIQUE INDEX "recomputation_applying" ON "recomputation" USING btree ("product_id") WHERE state = 'applying';--> statement-breakpoint
CREATE INDEX "tracking_change_transaction" ON "tracking_change" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "error_report_last" ON "error_report" USING btree ("company_id","origin","id");--> statement-breakpoint
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- A company that is removed whole takes its ledger with it, and says so in its transaction.
	IF TG_OP = 'DELETE' AND current_setting('touchpath.removes_company', true) = 'yes' THEN RETURN NULL; END IF;
	RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "decision_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "decision" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
-- Of each change of results: one line a key and statement, and none where nothing is other than it was; one line of each result whose costs are other than they were.
-- Days are Tokyo's.
CREATE FUNCTION "note_result_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	columns CONSTANT text := 'company_id, product_id, cv_time, conversion_id, interaction_id, cv_ad_id, approval_status, cv_cost';
	added CONSTANT text := 'SELECT 1 AS sign, ' || columns || ' FROM added';
	removed CONSTANT text := 'SELECT -1 AS sign, ' || columns || ' FROM removed';
	changed CONSTANT text := CASE TG_OP WHEN 'INSERT' THEN added WHEN 'DELETE' THEN removed ELSE added || ' UNION ALL ' || removed END;
BEGIN
	EXECUTE format($sql$
		INSERT INTO result_change (company_id, product_id, day, ad_id, pending, approved, rejected, pending_cost, approved_cost)
		SELECT company_id, product_id, (cv_time AT TIME ZONE 'Asia/Tokyo')::date AS day, coalesce(cv_ad_id, 0) AS ad_id,
			coalesce(sum(sign) FILTER (WHERE approval_status = 0), 0), coalesce(sum(sign) FILTER (WHERE approval_status = 1), 0), coalesce(sum(sign) FILTER (WHERE approval_status = 2), 0),
			coalesce(sum(sign * cv_cost * 100) FILTER (WHERE approval_status = 0), 0), coalesce(sum(sign * cv_cost * 100) FILTER (WHERE approval_status = 1), 0)
		FROM (%s) AS changed GROUP BY 1, 2, 3, 4
		HAVING sum(sign) FILTER (WHERE approval_status = 0) <> 0 OR sum(sign) FILTER (WHERE approval_status = 1) <> 0 OR sum(sign) FILTER (WHERE approval_status = 2) <> 0
			OR sum(sign * cv_cost) FILTER (WHERE approval_status = 0) <> 0 OR sum(sign * cv_cost) FILTER (WHERE approval_status = 1) <> 0
	$sql$, changed);
	EXECUTE format($sql$
		INSERT INTO result_news (company_id, product_id, cv_time, conversion_id, interaction_id, ad_id, approved_cost, pending_cost)
		SELECT company_id, product_id, cv_time, conversion_id, coalesce(interaction_id, 0), coalesce(cv_ad_id, 0),
			coalesce(sum(sign * cv_cost * 100) FILTER (WHERE approval_status = 1), 0), coalesce(sum(sign * cv_cost * 100) FILTER (WHERE approval_status = 0), 0)
		FROM (%s) AS changed WHERE cv_cost <> 0 AND approval_status IN (0, 1) GROUP BY 1, 2, 3, 4, 5, 6
		HAVING coalesce(sum(sign * cv_cost) FILTER (WHERE approval_status = 1), 0) <> 0 OR coalesce(sum(sign * cv_cost) FILTER (WHERE approval_status = 0), 0) <> 0
	$sql$, changed);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "result_added" AFTER INSERT ON "result" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "note_result_change"();--> statement-breakpoint
CREATE TRIGGER "result_changed" AFTER UPDATE ON "result" REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "note_result_change"();--> statement-breakpoint
CREATE TRIGGER "result_removed" AFTER DELETE ON "result" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "note_result_change"();--> statement-breakpoint
-- Writes down which rows of the collector's settings a statement wrote, and wakes the collectors that listen. The notification is empty: what changed is read from
-- the table, so that nothing depends on who was listening when, or on how much fits into a notification.
CREATE FUNCTION "record_tracking_change"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO tracking_change (table_name, row_id) SELECT TG_TABLE_NAME, id FROM added;
	ELSIF TG_OP = 'UPDATE' THEN
		INSERT INTO tracking_change (table_name, row_id) SELECT TG_TABLE_NAME, id FROM (SELECT id FROM removed UNION SELECT id FROM added) AS changed;
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO tracking_change (table_name, row_id) SELECT TG_TABLE_NAME, id FROM removed;
	ELSE
		INSERT INTO tracking_change (table_name) VALUES (TG_TABLE_NAME);
	END IF;
	IF FOUND THEN PERFORM pg_notify('touchpath_tracking', ''); END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
DO $$
DECLARE watched text;
BEGIN
	FOREACH watched IN ARRAY ARRAY['product', 'ad', 'redirect', 'asp', 'cv_setting', 'crossdomain_setting'] LOOP
		EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION record_tracking_change()', watched || '_inserted', watched);
		EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION record_tracking_change()', watched || '_updated', watched);
		EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION record_tracking_change()', watched || '_deleted', watched);
		EXECUTE format('CREATE TRIGGER %I AFTER TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION record_tracking_change()', watched || '_truncated', watched);
	END LOOP;
END $$;--> statement-breakpoint
-- The collector reads with each product whether its company is in service. A company that is disabled or enabled changes its products in that sense.
CREATE FUNCTION "record_company_service_change"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	INSERT INTO tracking_change (table_name, row_id) SELECT 'product', id FROM product WHERE company_id = NEW.id;
	IF FOUND THEN PERFORM pg_notify('touchpath_tracking', ''); END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "company_service_changed" AFTER UPDATE OF "status" ON "company" FOR EACH ROW
	WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION record_company_service_change();
