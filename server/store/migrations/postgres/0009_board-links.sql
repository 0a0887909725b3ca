CREATE TABLE "board_link" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "board_link_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"board_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"name" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"brand" text DEFAULT '' NOT NULL,
	"locale" text,
	"hash" "bytea",
	"expires_at" timestamp (3) with time zone NOT NULL,
	"openings" integer DEFAULT 0 NOT NULL,
	"last_opened_at" timestamp (3) with time zone,
	"status" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "board_link_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
ALTER TABLE "report_delivery" ADD COLUMN "board_id" integer;--> statement-breakpoint
ALTER TABLE "board_link" ADD CONSTRAINT "board_link_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "board_link" ADD CONSTRAINT "board_link_board_id_report_board_id_fk" FOREIGN KEY ("board_id") REFERENCES "public"."report_board"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "board_link" ADD CONSTRAINT "board_link_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "board_link" ADD CONSTRAINT "board_link_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "board_link_board" ON "board_link" USING btree ("company_id","board_id");--> statement-breakpoint
ALTER TABLE "report_delivery" ADD CONSTRAINT "report_delivery_board_id_report_board_id_fk" FOREIGN KEY ("board_id") REFERENCES "public"."report_board"("id") ON DELETE no action ON UPDATE no action;