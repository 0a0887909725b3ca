-- Ways into the events for the logs. What was written before they came is read without them, more slowly.

-- The access log pages by time, as the reference log does (events.sql): it holds what the log can be narrowed by.
ALTER TABLE access ADD PROJECTION IF NOT EXISTS by_time (SELECT product_id, ts, access_id, visitor_id, ad_id, bot, ip, device, os, browser, access_url ORDER BY product_id, ts, access_id);

-- A visitor's path looks for the conversions of one visitor; their table is in the order of time.
ALTER TABLE conversion ADD INDEX IF NOT EXISTS by_visitor visitor_id TYPE bloom_filter(0.01) GRANULARITY 1;
