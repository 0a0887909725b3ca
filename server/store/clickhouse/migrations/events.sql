-- Events: one row per event, written by the collector's loader and never changed.
-- Rules (tracking term, excluded IP addresses, costs) are applied when a report is computed; `bot` and `repeated` are
-- facts of the time of the event.
-- 64-bit ids start with the millisecond of acceptance, so that they sort by time. Addresses are IPv6; an IPv4 address
-- is mapped (::ffff:a.b.c.d).

CREATE TABLE IF NOT EXISTS contact (
  -- The order is by visitor, so times and ids do not grow in steps: T64 crops their unused bits, reads twice as fast as
  -- Delta and ZSTD, and is smaller.
  product_id UInt32, visitor_id UInt64, ts DateTime64(3, 'UTC') CODEC(T64, LZ4), interaction_id UInt64 CODEC(T64, LZ4),
  ad_id UInt32, redirect_id UInt32 COMMENT '0: a direct link', lpo_number UInt8 COMMENT '1..5; 0: none',
  landing_url String CODEC(ZSTD(1)), referrer String CODEC(ZSTD(1)), ip IPv6, bot UInt8, repeated UInt8 COMMENT 'the same visitor and redirect within 1 s',
  ua String CODEC(ZSTD(1)), device LowCardinality(String), os LowCardinality(String), os_ver LowCardinality(String), browser LowCardinality(String), browser_ver LowCardinality(String),
  xclid String COMMENT 'the network''s own click id' CODEC(ZSTD(1)), media_session_id String CODEC(ZSTD(1)),
  media_management1 String CODEC(ZSTD(1)), media_management2 String CODEC(ZSTD(1)), media_management3 String CODEC(ZSTD(1)),
  click_cost Decimal(10, 2) COMMENT 'yen, as it was at the click',
  -- Pages of the reference log are in order of time: without this projection each page would read the month. It
  -- contains the log's filter columns, about 17 bytes per contact.
  PROJECTION by_time (SELECT product_id, ts, interaction_id, visitor_id, ad_id, bot, repeated, ip, device, os, browser ORDER BY product_id, ts, interaction_id)
) ENGINE = MergeTree PARTITION BY toYYYYMM(ts) ORDER BY (product_id, visitor_id, ts, interaction_id)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

CREATE TABLE IF NOT EXISTS access (
  product_id UInt32, visitor_id UInt64, ts DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)), access_id UInt64 CODEC(Delta, ZSTD(1)),
  interaction_id UInt64 COMMENT 'the click that led here; 0: none', ad_id UInt32 COMMENT 'the ad of that click; 0: none',
  access_url String CODEC(ZSTD(1)), query String CODEC(ZSTD(1)), referrer String CODEC(ZSTD(1)), ip IPv6, bot UInt8,
  ua String CODEC(ZSTD(1)), device LowCardinality(String), os LowCardinality(String), os_ver LowCardinality(String), browser LowCardinality(String), browser_ver LowCardinality(String)
) ENGINE = MergeTree PARTITION BY toYYYYMM(ts) ORDER BY (product_id, visitor_id, ts, access_id)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

CREATE TABLE IF NOT EXISTS conversion (
  product_id UInt32, ts DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)), conversion_id UInt64 CODEC(Delta, ZSTD(1)), visitor_id UInt64,
  cv_type UInt8 COMMENT '1 last CV, 0 middle CV', cv_setting_id UInt32 COMMENT '0: none',
  origin Enum8('url' = 1, 'route' = 2, 'button' = 3, 'call' = 4, 'server' = 5),
  args String CODEC(ZSTD(1)), user_id String CODEC(ZSTD(1)), other_key1 String CODEC(ZSTD(1)), other_key2 String CODEC(ZSTD(1)), other_key3 String CODEC(ZSTD(1)),
  amount UInt64 COMMENT 'yen', url String CODEC(ZSTD(1)), referrer String CODEC(ZSTD(1)), ip IPv6, bot UInt8,
  ua String CODEC(ZSTD(1)), device LowCardinality(String), os LowCardinality(String), os_ver LowCardinality(String), browser LowCardinality(String), browser_ver LowCardinality(String),
  -- Results are created from new conversions, which are read by id alone; the key starts with product and time.
  INDEX by_id conversion_id TYPE minmax GRANULARITY 1
) ENGINE = MergeTree PARTITION BY toYYYYMM(ts) ORDER BY (product_id, ts, conversion_id)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

CREATE TABLE IF NOT EXISTS impression (
  product_id UInt32, ad_id UInt32, ts DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)), impression_id UInt64 CODEC(Delta, ZSTD(1)), visitor_id UInt64, ip IPv6, bot UInt8
) ENGINE = MergeTree PARTITION BY toYYYYMM(ts) ORDER BY (product_id, ad_id, ts, impression_id)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;
