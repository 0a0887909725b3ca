-- Projections and indexes of the event logs. Parts written before them are read without them, more slowly.

-- Pages of the access log are in order of time, as those of the reference log (events.sql). The projection contains the
-- log's filter columns.
ALTER TABLE access ADD PROJECTION IF NOT EXISTS by_time (SELECT product_id, ts, access_id, visitor_id, ad_id, bot, ip, device, os, browser, access_url ORDER BY product_id, ts, access_id);

-- A visitor's path reads the conversions of one visitor, while their table is in order of time.
ALTER TABLE conversion ADD INDEX IF NOT EXISTS by_visitor visitor_id TYPE bloom_filter(0.01) GRANULARITY 1;

-- Indexes of search columns: each states which granules can contain a value, so that equality reads those instead of
-- the period (event-columns.ts names the columns).
-- A bloom filter takes about one byte per row and column. Searches for parts of texts have no index: they proceed month
-- by month, newest first (event-keys.ts).
ALTER TABLE contact
  ADD INDEX IF NOT EXISTS by_xclid xclid TYPE bloom_filter(0.01) GRANULARITY 1,
  ADD INDEX IF NOT EXISTS by_media_session media_session_id TYPE bloom_filter(0.01) GRANULARITY 1,
  ADD INDEX IF NOT EXISTS by_media_management1 media_management1 TYPE bloom_filter(0.01) GRANULARITY 1,
  ADD INDEX IF NOT EXISTS by_media_management2 media_management2 TYPE bloom_filter(0.01) GRANULARITY 1,
  ADD INDEX IF NOT EXISTS by_media_management3 media_management3 TYPE bloom_filter(0.01) GRANULARITY 1,
  ADD INDEX IF NOT EXISTS by_redirect redirect_id TYPE bloom_filter(0.01) GRANULARITY 1;
ALTER TABLE access ADD INDEX IF NOT EXISTS by_interaction interaction_id TYPE bloom_filter(0.01) GRANULARITY 1;
ALTER TABLE conversion
  ADD INDEX IF NOT EXISTS by_args args TYPE bloom_filter(0.01) GRANULARITY 1,
  ADD INDEX IF NOT EXISTS by_user user_id TYPE bloom_filter(0.01) GRANULARITY 1,
  ADD INDEX IF NOT EXISTS by_other_key1 other_key1 TYPE bloom_filter(0.01) GRANULARITY 1,
  ADD INDEX IF NOT EXISTS by_other_key2 other_key2 TYPE bloom_filter(0.01) GRANULARITY 1,
  ADD INDEX IF NOT EXISTS by_other_key3 other_key3 TYPE bloom_filter(0.01) GRANULARITY 1;

-- Indexes whose materialization over older parts was started (migrate.ts).
CREATE TABLE IF NOT EXISTS built_index (name String) ENGINE = MergeTree ORDER BY name;

-- Migrations that were completed: digests of their statements, and of the tables that they left (migrate.ts).
CREATE TABLE IF NOT EXISTS completed_migration (statements String, tables String) ENGINE = MergeTree ORDER BY statements;
ALTER TABLE completed_migration ADD COLUMN IF NOT EXISTS generation UInt32 COMMENT 'of the schema: versions of an earlier one refuse the database';
