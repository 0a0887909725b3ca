CREATE TABLE "partition_slice" (
	"partition" smallint PRIMARY KEY NOT NULL,
	"slice" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_move" (
	"product_id" integer PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"target" text NOT NULL,
	"stage" text NOT NULL,
	"both_from" bigint NOT NULL,
	"both_until" bigint,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "product_slice" (
	"product_id" integer PRIMARY KEY NOT NULL,
	"slice" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "slice_watermark" (
	"number" integer NOT NULL,
	"slice" text NOT NULL,
	"low_watermark" bigint NOT NULL,
	CONSTRAINT "slice_watermark_number_slice_pk" PRIMARY KEY("number","slice")
);
--> statement-breakpoint
ALTER TABLE "late_conversion" ADD COLUMN "slice" text DEFAULT 'default' NOT NULL;--> statement-breakpoint
ALTER TABLE "late_conversion" DROP CONSTRAINT "late_conversion_pkey";--> statement-breakpoint
ALTER TABLE "late_conversion" ADD CONSTRAINT "late_conversion_slice_conversion_id_pk" PRIMARY KEY("slice","conversion_id");
