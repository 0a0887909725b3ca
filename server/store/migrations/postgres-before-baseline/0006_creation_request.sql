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
ALTER TABLE "creation_request" ADD CONSTRAINT "creation_request_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creation_request" ADD CONSTRAINT "creation_request_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;