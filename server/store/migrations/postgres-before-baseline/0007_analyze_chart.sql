-- Rows of an analysis have neither an order nor a whole: lines and pies are drawn as bars.
UPDATE "analyze_setting" SET "chart" = CASE "chart" WHEN 'pie' THEN 'stacked' ELSE 'bar' END WHERE "chart" IN ('line', 'pie');
