-- What is made from what happened, to answer sooner. All of it can be dropped: reports then read the events themselves and say the same.
-- Rows carry `rules`, the fingerprint of what they were built by (tracking term, excluded addresses): rows of other rules are never read.

-- How far each table is filled, by product: kept within each part, so it can not disagree with the rows.
ALTER TABLE contact ADD PROJECTION IF NOT EXISTS filled (SELECT product_id, max(interaction_id), count() GROUP BY product_id);
ALTER TABLE conversion ADD PROJECTION IF NOT EXISTS filled (SELECT product_id, max(conversion_id), count() GROUP BY product_id);
ALTER TABLE impression ADD PROJECTION IF NOT EXISTS filled (SELECT product_id, max(impression_id), count() GROUP BY product_id);

-- New contacts are looked for by their ids; the key begins with product and visitor.
ALTER TABLE contact ADD INDEX IF NOT EXISTS by_id interaction_id TYPE minmax GRANULARITY 8;

-- What a product's derived rows stand for: these rules, and the events up to these. Not ready: they are being written.
CREATE TABLE IF NOT EXISTS derived_state (
  product_id UInt32, rules UInt64, contact_id UInt64, contacts UInt64, conversion_id UInt64, conversions UInt64, ready UInt8, version UInt64
) ENGINE = ReplacingMergeTree(version) ORDER BY product_id;

-- One row a conversion that counts: the contacts before it in order of time, none left out and no limit to their number.
CREATE TABLE IF NOT EXISTS conversion_path (
  product_id UInt32, rules UInt64, ts DateTime64(3, 'UTC') CODEC(T64, LZ4), conversion_id UInt64 CODEC(T64, LZ4), visitor_id UInt64, cv_type UInt8, amount UInt64,
  times Array(Int64) COMMENT 'milliseconds since 1970', interaction_ids Array(UInt64), ad_ids Array(UInt32), version UInt64
) ENGINE = ReplacingMergeTree(version) PARTITION BY toYYYYMM(ts) ORDER BY (product_id, rules, ts, conversion_id);

ALTER TABLE conversion_path ADD COLUMN IF NOT EXISTS page_ids Array(UInt64) COMMENT 'where each contact landed';
-- Of the arrays what most questions ask for, so that they need not read them.
ALTER TABLE conversion_path ADD COLUMN IF NOT EXISTS elapsed Int64 MATERIALIZED if(empty(times), 0, toUnixTimestamp64Milli(ts) - times[1]) COMMENT 'milliseconds from the first contact to the conversion' CODEC(T64, LZ4);
ALTER TABLE conversion_path ADD COLUMN IF NOT EXISTS last_ad_id UInt32 MATERIALIZED ad_ids[-1] COMMENT '0: no contact';
DROP TABLE IF EXISTS credit;

-- What follows holds sums: new events add to them, and a row is the sum of its lines. Whatever is made afresh begins with an empty partition.
DROP TABLE IF EXISTS contact_day;

-- The contacts that count, by ad and Tokyo day (days since 1970).
CREATE TABLE IF NOT EXISTS daily_contact (
  product_id UInt32, rules UInt64, day Int32, ad_id UInt32, clicks Int64, first_touches Int64, cost Int64 COMMENT '1/100 yen'
) ENGINE = SummingMergeTree PARTITION BY (product_id, rules) ORDER BY (product_id, rules, day, ad_id);

-- What conversions give, by Tokyo day and ad; conversions without contact in the rows of ad 0. Credit in units (`cv`, `middle`) and in yen times units (`sales`).
-- Middle conversions are in `cv_middle` and `_middle`; all else is of last ones. The first five lines stand at a path's last contact, `starts` at its first.
CREATE TABLE IF NOT EXISTS daily_credit (
  product_id UInt32, rules UInt64, day Int32, ad_id UInt32,
  cv Int64, cv_middle Int64, amount Int64 COMMENT 'yen', elapsed Int64 COMMENT 'milliseconds', touches Int64,
  length_1 Int64, length_2 Int64, length_3 Int64, length_4 Int64, length_5 Int64, length_6 Int64 COMMENT '6 or more contacts',
  assists Int64 COMMENT 'conversions that the ad is on the path of, and not its end', assists_first Int64,
  starts Int64, starts_middle Int64, starts_sales Int64,
  linear_cv Int64, linear_middle Int64, linear_sales Int128, decay_cv Int64, decay_middle Int64, decay_sales Int128, touch_point_cv Int64, touch_point_middle Int64, touch_point_sales Int128
) ENGINE = SummingMergeTree PARTITION BY (product_id, rules) ORDER BY (product_id, rules, day, ad_id);

-- What does not count, by Tokyo day: contacts by ad, each under the first of the three reasons; conversions in the rows of ad 0.
CREATE TABLE IF NOT EXISTS daily_left_out (
  product_id UInt32, rules UInt64, day Int32, ad_id UInt32, bots Int64, repeats Int64, addresses Int64, conversions Int64
) ENGINE = SummingMergeTree PARTITION BY (product_id, rules) ORDER BY (product_id, rules, day, ad_id);

-- The same of last conversions by the landing pages of their contacts, page 0 being none.
CREATE TABLE IF NOT EXISTS daily_page_credit (
  product_id UInt32, rules UInt64, day Int32, page UInt64, cv Int64, amount Int64, starts Int64, starts_sales Int64,
  linear_cv Int64, linear_sales Int128, decay_cv Int64, decay_sales Int128, touch_point_cv Int64, touch_point_sales Int128
) ENGINE = SummingMergeTree PARTITION BY (product_id, rules) ORDER BY (product_id, rules, day, page);

-- The contacts that count, by landing page and Tokyo day; and what the pages are, whose addresses need not be read by the day.
DROP TABLE IF EXISTS daily_page;
CREATE TABLE IF NOT EXISTS daily_landing (
  product_id UInt32, rules UInt64, day Int32, page UInt64,
  example SimpleAggregateFunction(min, String) COMMENT 'where a contact of an LPO entry landed' CODEC(ZSTD(1)), clicks Int64
) ENGINE = SummingMergeTree(clicks) PARTITION BY (product_id, rules) ORDER BY (product_id, rules, day, page);
CREATE TABLE IF NOT EXISTS landing_page (
  product_id UInt32, rules UInt64, page UInt64, ad_id UInt32, redirect_id UInt32, lpo_number UInt8, url String CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree PARTITION BY (product_id, rules) ORDER BY (product_id, rules, page);

-- Who followed whom in the contacts of visitors that never had a last conversion, and of those that never had a middle one, by Tokyo month (year * 12 + month - 1);
-- came_ad 4294967295: nobody came before. Under came_month 0 all of them; under others, once more, those of whom the first came in an earlier month.
DROP TABLE IF EXISTS monthly_passage;
DROP TABLE IF EXISTS monthly_succession;
DROP TABLE IF EXISTS monthly_succession_step;
CREATE TABLE IF NOT EXISTS monthly_sequence (
  product_id UInt32, rules UInt64, came_month Int32, month Int32, came_ad UInt32, ad_id UInt32, without_middle Int64, without_last Int64
) ENGINE = SummingMergeTree PARTITION BY (product_id, rules) ORDER BY (product_id, rules, came_month, month, came_ad, ad_id);

-- Who followed whom on paths, by the Tokyo month of the conversion. Ad 4294967295 stands for the beginning before the first contact, and for the conversion after the last.
CREATE TABLE IF NOT EXISTS monthly_step (
  product_id UInt32, rules UInt64, month Int32, cv_type UInt8, came_ad UInt32, ad_id UInt32, times Int64
) ENGINE = SummingMergeTree PARTITION BY (product_id, rules) ORDER BY (product_id, rules, month, cv_type, came_ad, ad_id);

-- The visitors who ever converted, with all of their contacts that count. Times in milliseconds since 1970.
CREATE TABLE IF NOT EXISTS buyer (
  product_id UInt32, rules UInt64, visitor_id UInt64, times Array(Int64), ad_ids Array(UInt32), lasts Array(Int64) COMMENT 'last conversions', middles Array(Int64) COMMENT 'middle ones', version UInt64
) ENGINE = ReplacingMergeTree(version) PARTITION BY (product_id, rules) ORDER BY (product_id, rules, visitor_id);
-- What paths are cut out of.
ALTER TABLE buyer ADD COLUMN IF NOT EXISTS interaction_ids Array(UInt64);
ALTER TABLE buyer ADD COLUMN IF NOT EXISTS page_ids Array(UInt64) COMMENT 'where each contact landed';

-- Where a step writes, before its rows move to where they are read: of the same structure, so what is added to a table above is added here as well.
CREATE TABLE IF NOT EXISTS conversion_path_step AS conversion_path;
CREATE TABLE IF NOT EXISTS daily_credit_step AS daily_credit;
CREATE TABLE IF NOT EXISTS daily_contact_step AS daily_contact;
CREATE TABLE IF NOT EXISTS daily_left_out_step AS daily_left_out;
CREATE TABLE IF NOT EXISTS daily_page_credit_step AS daily_page_credit;
CREATE TABLE IF NOT EXISTS daily_landing_step AS daily_landing;
CREATE TABLE IF NOT EXISTS landing_page_step AS landing_page;
CREATE TABLE IF NOT EXISTS monthly_sequence_step AS monthly_sequence;
CREATE TABLE IF NOT EXISTS monthly_step_step AS monthly_step;
CREATE TABLE IF NOT EXISTS buyer_step AS buyer;

-- The visitors that a step concerns, and the contacts of theirs that are being worked on. Times in milliseconds since 1970, costs in 1/100 yen; `came_`: of the contact before of the same visitor.
CREATE TABLE IF NOT EXISTS touched (visitor_id UInt64) ENGINE = Memory;
CREATE TABLE IF NOT EXISTS gathered_0 (visitor_id UInt64, at Int64, id UInt64, ad_id UInt32, page UInt64, cost Int64, came_ad UInt32, came_at Int64) ENGINE = Memory;
CREATE TABLE IF NOT EXISTS gathered_1 AS gathered_0;
