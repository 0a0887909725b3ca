CREATE TABLE "judged_conversion" (
	"conversion_id" bigint PRIMARY KEY NOT NULL,
	"slice" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "judged_conversion_slice" ON "judged_conversion" USING btree ("slice","conversion_id");--> statement-breakpoint
CREATE INDEX "notification_sending" ON "notification" USING btree ("asp_id") WHERE state = 'sending';