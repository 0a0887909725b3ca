-- Rollups. All of them can be dropped: reports then read the events and return the same figures.
-- Rows have the column `rules`, a fingerprint of the rules by which they were built (tracking term, excluded IP
-- addresses): rows of other rules are never read.

-- Last id and number of events by product: a projection is part of each data part, so it always agrees with the rows.
ALTER TABLE contact ADD PROJECTION IF NOT EXISTS filled (SELECT product_id, max(interaction_id), count() GROUP BY product_id);
ALTER TABLE conversion ADD PROJECTION IF NOT EXISTS filled (SELECT product_id, max(conversion_id), count() GROUP BY product_id);
ALTER TABLE impression ADD PROJECTION IF NOT EXISTS filled (SELECT product_id, max(impression_id), count() GROUP BY product_id);
-- Number of impressions by ad and day in Tokyo, as impressions.ts reads it instead of millions of rows.
ALTER TABLE impression ADD PROJECTION IF NOT EXISTS by_day (
  SELECT product_id, bot, toInt32(intDiv(toUnixTimestamp64Milli(ts) + 32400000, 86400000)) AS day, ad_id, count(), max(impression_id) GROUP BY product_id, bot, day, ad_id
);

-- Browser and landing page of a contact as hashes, which paths and sums contain instead of texts. They are computed on
-- insert, because hashing would take most of the time of gathering contacts.
ALTER TABLE contact ADD COLUMN IF NOT EXISTS agent_id UInt64 MATERIALIZED cityHash64(cityHash64(device), cityHash64(os), cityHash64(browser)) COMMENT 'device, system and browser';
ALTER TABLE contact ADD COLUMN IF NOT EXISTS landing_id UInt64 MATERIALIZED cityHash64(cutQueryStringAndFragment(landing_url)) COMMENT 'the address without its query and fragment';
ALTER TABLE contact ADD COLUMN IF NOT EXISTS page_id UInt64 MATERIALIZED sipHash64(ad_id, redirect_id, lpo_number, if(lpo_number > 0, 0, landing_id)) COMMENT 'a landing page, as landing-page.ts computes it';

-- New contacts are read by id, while the key starts with product and visitor.
ALTER TABLE contact ADD INDEX IF NOT EXISTS by_id interaction_id TYPE minmax GRANULARITY 8;

-- State of a product's rollups: the rules, and the last events included. ready = 0: they are being written.
CREATE TABLE IF NOT EXISTS derived_state (
  product_id UInt32, rules UInt64, contact_id UInt64, contacts UInt64, conversion_id UInt64, conversions UInt64, ready UInt8, version UInt64
) ENGINE = ReplacingMergeTree(version) ORDER BY product_id;

ALTER TABLE derived_state ADD COLUMN IF NOT EXISTS results UInt64 COMMENT 'the last step that took over what was changed of results';

-- One row per counted conversion, with all counted contacts before it in order of time; their number is not limited.
CREATE TABLE IF NOT EXISTS conversion_path (
  product_id UInt32, rules UInt64, ts DateTime64(3, 'UTC') CODEC(T64, LZ4), conversion_id UInt64 CODEC(T64, LZ4), visitor_id UInt64, cv_type UInt8, amount UInt64,
  times Array(Int64) COMMENT 'milliseconds since 1970', interaction_ids Array(UInt64), ad_ids Array(UInt32), version UInt64
) ENGINE = ReplacingMergeTree(version) PARTITION BY toYYYYMM(ts) ORDER BY (product_id, rules, ts, conversion_id);

ALTER TABLE conversion_path ADD COLUMN IF NOT EXISTS page_ids Array(UInt64) COMMENT 'where each contact landed';
-- Values of the arrays that most reports need, so that they do not read the arrays.
ALTER TABLE conversion_path ADD COLUMN IF NOT EXISTS elapsed Int64 MATERIALIZED if(empty(times), 0, toUnixTimestamp64Milli(ts) - times[1]) COMMENT 'milliseconds from the first contact to the conversion' CODEC(T64, LZ4);
ALTER TABLE conversion_path ADD COLUMN IF NOT EXISTS last_ad_id UInt32 MATERIALIZED ad_ids[-1] COMMENT '0: no contact';
ALTER TABLE conversion_path ADD COLUMN IF NOT EXISTS agent_ids Array(UInt64) COMMENT 'what each contact came with';
ALTER TABLE conversion_path ADD COLUMN IF NOT EXISTS landing_ids Array(UInt64) COMMENT 'the address that each contact came to';
ALTER TABLE conversion_path ADD COLUMN IF NOT EXISTS first_cv Int64 COMMENT 'when its visitor had made his first last conversion, in ms; 0: not before this one' CODEC(T64, LZ4);
DROP TABLE IF EXISTS credit;

-- The following tables contain sums: new events add rows, and a figure is the sum of its rows. A rebuild starts with an
-- empty partition.
-- Daily sums of contacts, of events that are left out, and of credit have, besides the row of a day, one row of its
-- month in Tokyo (day: - (year * 12 + month - 1)) and one of its year (day: - year). Queries that sum days must state
-- the first day.
DROP TABLE IF EXISTS contact_day;

-- Counted contacts by ad and day (days since 1970 in Tokyo).
CREATE TABLE IF NOT EXISTS daily_contact (
  product_id UInt32, rules UInt64, day Int32, ad_id UInt32, clicks Int64, first_touches Int64, cost Int64 COMMENT '1/100 yen'
) ENGINE = SummingMergeTree PARTITION BY (product_id, rules) ORDER BY (product_id, rules, day, ad_id);

-- Counted contacts as single rows with all properties by which reports group: hour, browser, landing page, and whether
-- the visitor had converted before. Hardly two are equal, so they are not summed: sorting by all columns would cost
-- much and save little. A correction adds a negative row.
CREATE TABLE IF NOT EXISTS contact_line (
  product_id UInt32, rules UInt64, day Int32, hour UInt8, ad_id UInt32, agent UInt64, landing UInt64, existing UInt8, clicks Int32, first_touches Int32, cost Int64
) ENGINE = MergeTree PARTITION BY (product_id, rules) ORDER BY (product_id, rules, day, ad_id);
-- Contacts by day without hour and landing page, as most reports need them.
CREATE TABLE IF NOT EXISTS daily_agent (
  product_id UInt32, rules UInt64, day Int32, ad_id UInt32, agent UInt64, existing UInt8, clicks Int64, first_touches Int64, cost Int64
) ENGINE = SummingMergeTree PARTITION BY (product_id, rules) ORDER BY (product_id, rules, day, ad_id, agent, existing);
-- Contacts by month in Tokyo (year * 12 + month - 1), ad and one property: reports over full months need no days.
-- `existing` is filled for kind 'agent' only.
CREATE TABLE IF NOT EXISTS monthly_contact (
  product_id UInt32, rules UInt64, month Int32, kind Enum8('agent' = 1, 'landing' = 2, 'hour' = 3, 'weekday' = 4), value UInt64, ad_id UInt32, existing UInt8, clicks Int64, first_touches Int64, cost Int64
) ENGINE = SummingMergeTree PARTITION BY (product_id, rules) ORDER BY (product_id, rules, kind, month, ad_id, value, existing);
-- Texts of the hashes: of an agent the first three columns, of a landing page the last.
CREATE TABLE IF NOT EXISTS contact_seen (
  product_id UInt32, rules UInt64, seen UInt64, device String, os String, browser String, landing_page String CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree PARTITION BY (product_id, rules) ORDER BY (product_id, rules, seen);

-- Credit of conversions by day in Tokyo and ad; conversions without contact have ad 0. Credit is in units (`cv`,
-- `middle`), and in yen times units (`sales`).
-- Middle conversions are in `cv_middle` and `_middle` columns; all other columns are of last conversions. Columns up to
-- `length_6` are counted at the last contact of a path, `starts` at the first.
CREATE TABLE IF NOT EXISTS daily_credit (
  product_id UInt32, rules UInt64, day Int32, ad_id UInt32,
  cv Int64, cv_middle Int64, amount Int64 COMMENT 'yen', elapsed Int64 COMMENT 'milliseconds', touches Int64,
  length_1 Int64, length_2 Int64, length_3 Int64, length_4 Int64, length_5 Int64, length_6 Int64 COMMENT '6 or more contacts',
  assists Int64 COMMENT 'conversions that the ad is on the path of, and not its end', assists_first Int64,
  starts Int64, starts_middle Int64, starts_sales Int64,
  linear_cv Int64, linear_middle Int64, linear_sales Int128, decay_cv Int64, decay_middle Int64, decay_sales Int128, touch_point_cv Int64, touch_point_middle Int64, touch_point_sales Int128
) ENGINE = SummingMergeTree PARTITION BY (product_id, rules) ORDER BY (product_id, rules, day, ad_id);

-- Credit by month in Tokyo and by year (month: - year), ad and one property. Assists are counted for ad and property
-- together. `agent`: that of the full path, 1 if the path has several.
-- `course`: when the visitor had converted before. 0: never, 1: only since the last contact, 2: before the first
-- contact, 3: in between. Kinds other than 'agent' have 0.
CREATE TABLE IF NOT EXISTS monthly_credit (
  product_id UInt32, rules UInt64, month Int32, kind Enum8('agent' = 1, 'landing' = 2, 'hour' = 3, 'weekday' = 4), value UInt64, course UInt8, ad_id UInt32,
  cv Int64, cv_middle Int64, amount Int64 COMMENT 'yen', elapsed Int64 COMMENT 'milliseconds', touches Int64,
  length_1 Int64, length_2 Int64, length_3 Int64, length_4 Int64, length_5 Int64, length_6 Int64 COMMENT '6 or more contacts', assists Int64, assists_first Int64,
  starts Int64, starts_middle Int64, starts_sales Int64,
  linear_cv Int64, linear_middle Int64, linear_sales Int128, decay_cv Int64, decay_middle Int64, decay_sales Int128, touch_point_cv Int64, touch_point_middle Int64, touch_point_sales Int128
) ENGINE = SummingMergeTree PARTITION BY (product_id, rules) ORDER BY (product_id, rules, kind, month, ad_id, value, course);

-- Events that are left out, by day in Tokyo: contacts by ad, each under the first of the three reasons; conversions
-- have ad 0.
CREATE TABLE IF NOT EXISTS daily_left_out (
  product_id UInt32, rules UInt64, day Int32, ad_id UInt32, bots Int64, repeats Int64, addresses Int64, conversions Int64
) ENGINE = SummingMergeTree PARTITION BY (product_id, rules) ORDER BY (product_id, rules, day, ad_id);

-- Credit of last conversions by the landing pages of their contacts; page 0: none.
CREATE TABLE IF NOT EXISTS daily_page_credit (
  product_id UInt32, rules UInt64, day Int32, page UInt64, cv Int64, amount Int64, starts Int64, starts_sales Int64,
  linear_cv Int64, linear_sales Int128, decay_cv Int64, decay_sales Int128, touch_point_cv Int64, touch_point_sales Int128
) ENGINE = SummingMergeTree PARTITION BY (product_id, rules) ORDER BY (product_id, rules, day, page);

-- Counted contacts by landing page and day in Tokyo, and the landing pages, whose URLs need not be read by day.
DROP TABLE IF EXISTS daily_page;
CREATE TABLE IF NOT EXISTS daily_landing (
  product_id UInt32, rules UInt64, day Int32, page UInt64,
  example SimpleAggregateFunction(min, String) COMMENT 'where a contact of an LPO entry landed' CODEC(ZSTD(1)), clicks Int64
) ENGINE = SummingMergeTree(clicks) PARTITION BY (product_id, rules) ORDER BY (product_id, rules, day, page);
CREATE TABLE IF NOT EXISTS landing_page (
  product_id UInt32, rules UInt64, page UInt64, ad_id UInt32, redirect_id UInt32, lpo_number UInt8, url String CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree PARTITION BY (product_id, rules) ORDER BY (product_id, rules, page);

-- Transitions between contacts of visitors without a conversion in between. `sold_before`: month in Tokyo
-- (year * 12 + month - 1) of the conversion before, 0: none; `sold_after`: month of the conversion after,
-- 2147483647: none. A period between the two has no conversion.
-- By the month of the contact, and by its year (month: - year), if the visitor had no conversion in the full year and
-- the previous contact was before it. came_ad 4294967295: no contact since the previous conversion.
-- came_month 0 has all transitions; other values repeat those whose earlier contact was in an earlier month.
DROP TABLE IF EXISTS monthly_passage;
DROP TABLE IF EXISTS monthly_succession;
DROP TABLE IF EXISTS monthly_succession_step;
DROP TABLE IF EXISTS monthly_sequence;
DROP TABLE IF EXISTS monthly_sequence_step;
CREATE TABLE IF NOT EXISTS monthly_lull (
  product_id UInt32, rules UInt64, month Int32, sold_before Int32, sold_after Int32, came_month Int32, came_ad UInt32, ad_id UInt32,
  without_middle Int64 COMMENT 'between middle conversions', without_last Int64 COMMENT 'between last ones'
) ENGINE = SummingMergeTree PARTITION BY (product_id, rules) ORDER BY (product_id, rules, month, sold_before, sold_after, came_month, came_ad, ad_id);

-- Transitions on paths, by the month of the conversion in Tokyo, and by its year (month: - year). Ad 4294967295: the
-- start before the first contact, and the conversion after the last one.
CREATE TABLE IF NOT EXISTS monthly_step (
  product_id UInt32, rules UInt64, month Int32, cv_type UInt8, came_ad UInt32, ad_id UInt32, times Int64
) ENGINE = SummingMergeTree PARTITION BY (product_id, rules) ORDER BY (product_id, rules, month, cv_type, came_ad, ad_id);

-- Path summaries: sequences of ads by the month of the conversion in Tokyo, and by its year (month: - year), with the
-- number and the sums of their conversions.
CREATE TABLE IF NOT EXISTS monthly_way (
  product_id UInt32, rules UInt64, month Int32, cv_type UInt8, ad_ids Array(UInt32), times Int64, amount Int64 COMMENT 'yen', elapsed Int64 COMMENT 'milliseconds'
) ENGINE = SummingMergeTree PARTITION BY (product_id, rules) ORDER BY (product_id, rules, month, cv_type, ad_ids);

-- Visitors with conversions, and all of their counted contacts. Times are ms since 1970.
CREATE TABLE IF NOT EXISTS buyer (
  product_id UInt32, rules UInt64, visitor_id UInt64, times Array(Int64), ad_ids Array(UInt32), lasts Array(Int64) COMMENT 'last conversions', middles Array(Int64) COMMENT 'middle ones', version UInt64
) ENGINE = ReplacingMergeTree(version) PARTITION BY (product_id, rules) ORDER BY (product_id, rules, visitor_id);
-- Columns from which paths are built.
ALTER TABLE buyer ADD COLUMN IF NOT EXISTS interaction_ids Array(UInt64);
ALTER TABLE buyer ADD COLUMN IF NOT EXISTS page_ids Array(UInt64) COMMENT 'where each contact landed';
ALTER TABLE buyer ADD COLUMN IF NOT EXISTS agent_ids Array(UInt64);
ALTER TABLE buyer ADD COLUMN IF NOT EXISTS landing_ids Array(UInt64);

-- Costs of results (1/100 yen) by conversion and by the contact of each result. placed = 1: the contact is on the path
-- of the conversion, `ad_id` is its ad, and the following columns are its properties; placed = 0: the cost belongs to
-- `own_ad` alone.
-- `past`: when the visitor had converted before: never (0), only since the last contact of the path (1), since this
-- contact (2), before this contact (3); if not placed, whether before the conversion. Day (days since 1970 in Tokyo)
-- and time (ms) are those of the conversion.
CREATE TABLE IF NOT EXISTS result_line (
  product_id UInt32, rules UInt64, day Int32, conversion_id UInt64, at Int64, interaction_id UInt64, own_ad UInt32, placed UInt8, ad_id UInt32, agent UInt64, landing UInt64, hour UInt8, weekday UInt8, past UInt8,
  approved Int64, pending Int64
) ENGINE = SummingMergeTree((approved, pending)) PARTITION BY (product_id, rules) PRIMARY KEY (product_id, rules, day, conversion_id)
  ORDER BY (product_id, rules, day, conversion_id, at, interaction_id, own_ad, placed, ad_id, agent, landing, hour, weekday, past);
-- Costs of results by the month of the conversion in Tokyo (year * 12 + month - 1), and by its year (month: - year), ad
-- and one property.
CREATE TABLE IF NOT EXISTS monthly_result (
  product_id UInt32, rules UInt64, month Int32, kind Enum8('agent' = 1, 'landing' = 2, 'hour' = 3, 'weekday' = 4), value UInt64, placed UInt8, past UInt8, ad_id UInt32, approved Int64, pending Int64
) ENGINE = SummingMergeTree((approved, pending)) PARTITION BY (product_id, rules) ORDER BY (product_id, rules, kind, month, ad_id, value, placed, past);

-- Staging tables, from which partitions are published to the tables above. Their structure must be the same, so each
-- new column is added here too.
CREATE TABLE IF NOT EXISTS conversion_path_step AS conversion_path;
CREATE TABLE IF NOT EXISTS daily_credit_step AS daily_credit;
CREATE TABLE IF NOT EXISTS daily_contact_step AS daily_contact;
CREATE TABLE IF NOT EXISTS daily_left_out_step AS daily_left_out;
CREATE TABLE IF NOT EXISTS daily_page_credit_step AS daily_page_credit;
CREATE TABLE IF NOT EXISTS daily_landing_step AS daily_landing;
CREATE TABLE IF NOT EXISTS landing_page_step AS landing_page;
CREATE TABLE IF NOT EXISTS monthly_lull_step AS monthly_lull;
CREATE TABLE IF NOT EXISTS monthly_step_step AS monthly_step;
CREATE TABLE IF NOT EXISTS monthly_way_step AS monthly_way;
CREATE TABLE IF NOT EXISTS buyer_step AS buyer;
CREATE TABLE IF NOT EXISTS contact_line_step AS contact_line;
CREATE TABLE IF NOT EXISTS contact_seen_step AS contact_seen;
CREATE TABLE IF NOT EXISTS daily_agent_step AS daily_agent;
CREATE TABLE IF NOT EXISTS monthly_contact_step AS monthly_contact;
CREATE TABLE IF NOT EXISTS monthly_credit_step AS monthly_credit;
CREATE TABLE IF NOT EXISTS result_line_step AS result_line;
CREATE TABLE IF NOT EXISTS monthly_result_step AS monthly_result;
-- Materialized views, which the insert into the staging table fills.
CREATE MATERIALIZED VIEW IF NOT EXISTS agents_of_lines TO daily_agent_step AS
  SELECT product_id, rules, day, ad_id, agent, existing, sum(l.clicks) AS clicks, sum(l.first_touches) AS first_touches, sum(l.cost) AS cost
  FROM contact_line_step AS l GROUP BY product_id, rules, day, ad_id, agent, existing;
CREATE MATERIALIZED VIEW IF NOT EXISTS months_of_lines TO monthly_contact_step AS
  SELECT product_id, rules, month, multiIf(grouping(agent) = 0, 'agent', grouping(landing) = 0, 'landing', grouping(hour) = 0, 'hour', 'weekday') AS kind,
    agent + landing + hour + weekday AS value, ad_id, existing, sum(c) AS clicks, sum(f) AS first_touches, sum(y) AS cost
  FROM (
    SELECT product_id, rules, toInt32(toYear(toDate32(day)) * 12 + toMonth(toDate32(day)) - 1) AS month, ad_id, existing, agent, landing, hour, toUInt8((day + 4) % 7) AS weekday, clicks AS c, first_touches AS f, cost AS y
    FROM contact_line_step
  )
  GROUP BY GROUPING SETS (
    (product_id, rules, month, ad_id, existing, agent), (product_id, rules, month, ad_id, landing), (product_id, rules, month, ad_id, hour), (product_id, rules, month, ad_id, weekday)
  ) SETTINGS force_grouping_standard_compatibility = 1;
CREATE MATERIALIZED VIEW IF NOT EXISTS months_of_results TO monthly_result_step AS
  SELECT product_id, rules, span AS month, kind, value, placed, past, ad_id, approved, pending FROM (
    SELECT product_id, rules, month, kind, value, placed, past, ad_id, sum(a) AS approved, sum(p) AS pending FROM (
      SELECT product_id, rules, toInt32(toYear(toDate32(day)) * 12 + toMonth(toDate32(day)) - 1) AS month, placed, past, ad_id, approved AS a, pending AS p,
        [agent, landing, toUInt64(hour), toUInt64(weekday)] AS those
      FROM result_line_step
    ) ARRAY JOIN those AS value, ['agent', 'landing', 'hour', 'weekday'] AS kind
    GROUP BY product_id, rules, month, kind, value, placed, past, ad_id HAVING approved != 0 OR pending != 0
  ) ARRAY JOIN [month, -intDiv(month, 12)] AS span;
-- Columns added to tables whose staging tables existed already.
ALTER TABLE conversion_path_step ADD COLUMN IF NOT EXISTS agent_ids Array(UInt64) COMMENT 'what each contact came with';
ALTER TABLE conversion_path_step ADD COLUMN IF NOT EXISTS landing_ids Array(UInt64) COMMENT 'the address that each contact came to';
ALTER TABLE conversion_path_step ADD COLUMN IF NOT EXISTS first_cv Int64 COMMENT 'when its visitor had made his first last conversion, in ms; 0: not before this one' CODEC(T64, LZ4);
ALTER TABLE buyer_step ADD COLUMN IF NOT EXISTS agent_ids Array(UInt64);
ALTER TABLE buyer_step ADD COLUMN IF NOT EXISTS landing_ids Array(UInt64);

-- Visitors of a deriving step, and their contacts in the present batch. Times are ms since 1970, costs 1/100 yen.
-- `came_`: the visitor's previous contact; `existing`: the visitor had a last conversion before; `had_`: the visitor
-- has a conversion at any time; `was_`: the same values before the step.
CREATE TABLE IF NOT EXISTS touched (visitor_id UInt64) ENGINE = Memory;
DROP TABLE IF EXISTS gathered_0;
DROP TABLE IF EXISTS gathered_1;
CREATE TABLE IF NOT EXISTS gathered_contacts_0 (
  visitor_id UInt64, at Int64, id UInt64, ad_id UInt32, page UInt64, agent UInt64, landing UInt64, cost Int64, came_ad UInt32, came_at Int64,
  existing UInt8, had_last UInt8, had_middle UInt8, was_existing UInt8, was_last UInt8, was_middle UInt8
) ENGINE = Memory;
CREATE TABLE IF NOT EXISTS gathered_contacts_1 AS gathered_contacts_0;
-- Changed results to place on paths, and the conversions whose results are placed anew, by the conversion's time (ms)
-- in the results.
CREATE TABLE IF NOT EXISTS moved_result (at Int64, conversion_id UInt64, interaction_id UInt64, own_ad UInt32, approved Int64, pending Int64) ENGINE = Memory;
CREATE TABLE IF NOT EXISTS moved_conversion (at Int64, conversion_id UInt64) ENGINE = Memory;
