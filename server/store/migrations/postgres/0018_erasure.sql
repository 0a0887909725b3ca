CREATE TABLE "erasure" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "erasure_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"visitor_id" text,
	"replacement_id" text,
	"user_id" integer,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"last_event_id" bigint,
	"erased_at" timestamp (3) with time zone,
	"settled_at" timestamp (3) with time zone,
	"contacts" integer DEFAULT 0 NOT NULL,
	"accesses" integer DEFAULT 0 NOT NULL,
	"conversions" integer DEFAULT 0 NOT NULL,
	"impressions" integer DEFAULT 0 NOT NULL,
	"results" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "result" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "erasure" ADD CONSTRAINT "erasure_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasure" ADD CONSTRAINT "erasure_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasure" ADD CONSTRAINT "erasure_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "erasure_list" ON "erasure" USING btree ("company_id","product_id","id");--> statement-breakpoint
CREATE INDEX "erasure_open" ON "erasure" USING btree ("id") WHERE settled_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "erasure_once" ON "erasure" USING btree ("product_id","visitor_id") WHERE visitor_id is not null;