ALTER TABLE "report_delivery" DROP CONSTRAINT "report_delivery_board_id_report_board_id_fk";
--> statement-breakpoint
ALTER TABLE "report_delivery" DROP COLUMN "board_id";