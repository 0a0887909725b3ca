CREATE TABLE "collector" (
	"number" integer PRIMARY KEY NOT NULL,
	"folder_id" uuid NOT NULL,
	"process_id" uuid NOT NULL,
	"host" text NOT NULL,
	"keys_digest" text NOT NULL,
	"low_watermark" bigint,
	"loaded_events" bigint DEFAULT 0 NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "collector_folder_id_unique" UNIQUE("folder_id")
);
