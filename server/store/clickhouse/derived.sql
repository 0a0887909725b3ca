-- What is made from what happened, to answer sooner. All of it can be dropped: reports then read the events themselves and say the same.
-- Rows carry `rules`, the fingerprint of what they were built by (tracking term, excluded addresses): rows of other rules are never read.

-- How far each table is filled, by product: kept within each part, so it can not disagree with the rows.
ALTER TABLE contact ADD PROJECTION IF NOT EXISTS filled (SELECT product_id, max(interaction_id), count() GROUP BY product_id);
ALTER TABLE conversion ADD PROJECTION IF NOT EXISTS filled (SELECT product_id, max(conversion_id), count() GROUP BY product_id);
ALTER TABLE impression ADD PROJECTION IF NOT EXISTS filled (SELECT product_id, max(impression_id), count() GROUP BY product_id);

-- What a product's derived rows stand for: these rules, and the events up to these. Not ready: they are being written.
CREATE TABLE IF NOT EXISTS derived_state (
  product_id UInt32, rules UInt64, contact_id UInt64, contacts UInt64, conversion_id UInt64, conversions UInt64, ready UInt8, version UInt64
) ENGINE = ReplacingMergeTree(version) ORDER BY product_id;

-- One row a conversion that counts: the contacts before it in order of time, none left out and no limit to their number.
CREATE TABLE IF NOT EXISTS conversion_path (
  product_id UInt32, rules UInt64, ts DateTime64(3, 'UTC') CODEC(T64, LZ4), conversion_id UInt64 CODEC(T64, LZ4), visitor_id UInt64, cv_type UInt8, amount UInt64,
  times Array(Int64) COMMENT 'milliseconds since 1970', interaction_ids Array(UInt64), ad_ids Array(UInt32), version UInt64
) ENGINE = ReplacingMergeTree(version) PARTITION BY toYYYYMM(ts) ORDER BY (product_id, rules, ts, conversion_id);

-- One row a conversion and contact, with its credit under the models that need arithmetic; of a conversion without contacts one row with n = 0.
CREATE TABLE IF NOT EXISTS credit (
  product_id UInt32, rules UInt64, ts DateTime64(3, 'UTC') CODEC(T64, LZ4), conversion_id UInt64 CODEC(T64, LZ4), i UInt32 COMMENT 'from 1', n UInt32,
  ad_id UInt32, last_ad_id UInt32, fresh UInt8 COMMENT 'the first contact of its ad on the path', cv_type UInt8, amount UInt64,
  elapsed Int64 COMMENT 'milliseconds from the first contact to the conversion' CODEC(T64, LZ4),
  linear UInt32, decay UInt32, touch_point UInt32, version UInt64
) ENGINE = ReplacingMergeTree(version) PARTITION BY toYYYYMM(ts) ORDER BY (product_id, rules, ts, conversion_id, i);

-- The contacts that count, by ad and Tokyo day (days since 1970).
CREATE TABLE IF NOT EXISTS contact_day (
  product_id UInt32, rules UInt64, day Int32, ad_id UInt32, clicks UInt64, first_touches UInt64, cost Int64 COMMENT '1/100 yen', version UInt64
) ENGINE = ReplacingMergeTree(version) ORDER BY (product_id, rules, day, ad_id);
