CREATE INDEX "result_by_args" ON "result" USING btree ("product_id","args");--> statement-breakpoint
CREATE INDEX "result_by_xclid" ON "result" USING btree ("product_id","xclid");--> statement-breakpoint
CREATE INDEX "result_by_session" ON "result" USING btree ("product_id","media_session_id");--> statement-breakpoint
CREATE INDEX "result_by_visitor" ON "result" USING btree ("product_id","visitor_id");--> statement-breakpoint
CREATE INDEX "result_by_interaction" ON "result" USING btree ("product_id","interaction_id");--> statement-breakpoint
CREATE INDEX "result_by_user" ON "result" USING btree ("product_id","user_id");