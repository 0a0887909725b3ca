CREATE TABLE "click_batch" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "click_batch_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"collector_number" integer NOT NULL,
	"first_ms" bigint NOT NULL,
	"last_ms" bigint NOT NULL,
	"clicks" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "collector" ADD COLUMN "clicks_until" bigint;--> statement-breakpoint
CREATE INDEX "click_batch_last" ON "click_batch" USING btree ("last_ms");