-- Results are summed by Tokyo day: how many days there are, so that they are gathered and not sorted one by one (costs.ts writes the day in the same words).
CREATE STATISTICS "result_cost_day" ON (date_bin('1 day', "cv_time", '1969-12-31T15:00:00Z')) FROM "result";
