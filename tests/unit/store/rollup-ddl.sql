DROP TABLE IF EXISTS credit;
DROP TABLE IF EXISTS contact_day;
DROP TABLE IF EXISTS daily_page;
DROP TABLE IF EXISTS monthly_passage;
DROP TABLE IF EXISTS monthly_succession;
DROP TABLE IF EXISTS monthly_succession_step;
DROP TABLE IF EXISTS monthly_sequence;
DROP TABLE IF EXISTS monthly_sequence_step;
DROP TABLE IF EXISTS gathered_0;
DROP TABLE IF EXISTS gathered_1;
CREATE TABLE IF NOT EXISTS derived_state (
  product_id UInt32, rules UInt64, contact_id UInt64, contacts UInt64, conversion_id UInt64, conversions UInt64, ready UInt8, version UInt64
) ENGINE = ReplacingMergeTree(version) ORDER BY product_id;
ALTER TABLE derived_state ADD COLUMN IF NOT EXISTS results UInt64 COMMENT 'the last step that took over what was changed of results';
ALTER TABLE derived_state ADD COLUMN IF NOT EXISTS generation UInt64 COMMENT 'the number of its rows, which a rebuild changes';
CREATE TABLE IF NOT EXISTS conversion_path (product_id UInt32, generation UInt64, ts DateTime64(3, 'UTC') CODEC(T64, LZ4), conversion_id UInt64 CODEC(T64, LZ4), visitor_id UInt64, cv_type UInt8, amount UInt64, times Array(Int64) COMMENT 'milliseconds since 1970', interaction_ids Array(UInt64), ad_ids Array(UInt32), version UInt64, page_ids Array(UInt64) COMMENT 'where each contact landed', elapsed Int64 MATERIALIZED if(empty(times), 0, toUnixTimestamp64Milli(ts) - times[1]) COMMENT 'milliseconds from the first contact to the conversion' CODEC(T64, LZ4), last_ad_id UInt32 MATERIALIZED ad_ids[-1] COMMENT '0: no contact', agent_ids Array(UInt64) COMMENT 'what each contact came with', landing_ids Array(UInt64) COMMENT 'the address that each contact came to', first_cv Int64 COMMENT 'when its visitor had made his first last conversion, in ms; 0: not before this one' CODEC(T64, LZ4))
  ENGINE = ReplacingMergeTree(version) PARTITION BY toYYYYMM(ts) ORDER BY (product_id, generation, ts, conversion_id);
ALTER TABLE conversion_path ADD COLUMN IF NOT EXISTS page_ids Array(UInt64) COMMENT 'where each contact landed', ADD COLUMN IF NOT EXISTS elapsed Int64 MATERIALIZED if(empty(times), 0, toUnixTimestamp64Milli(ts) - times[1]) COMMENT 'milliseconds from the first contact to the conversion' CODEC(T64, LZ4), ADD COLUMN IF NOT EXISTS last_ad_id UInt32 MATERIALIZED ad_ids[-1] COMMENT '0: no contact', ADD COLUMN IF NOT EXISTS agent_ids Array(UInt64) COMMENT 'what each contact came with', ADD COLUMN IF NOT EXISTS landing_ids Array(UInt64) COMMENT 'the address that each contact came to', ADD COLUMN IF NOT EXISTS first_cv Int64 COMMENT 'when its visitor had made his first last conversion, in ms; 0: not before this one' CODEC(T64, LZ4);
CREATE TABLE IF NOT EXISTS conversion_path_step AS conversion_path;
ALTER TABLE conversion_path_step ADD COLUMN IF NOT EXISTS page_ids Array(UInt64) COMMENT 'where each contact landed', ADD COLUMN IF NOT EXISTS elapsed Int64 MATERIALIZED if(empty(times), 0, toUnixTimestamp64Milli(ts) - times[1]) COMMENT 'milliseconds from the first contact to the conversion' CODEC(T64, LZ4), ADD COLUMN IF NOT EXISTS last_ad_id UInt32 MATERIALIZED ad_ids[-1] COMMENT '0: no contact', ADD COLUMN IF NOT EXISTS agent_ids Array(UInt64) COMMENT 'what each contact came with', ADD COLUMN IF NOT EXISTS landing_ids Array(UInt64) COMMENT 'the address that each contact came to', ADD COLUMN IF NOT EXISTS first_cv Int64 COMMENT 'when its visitor had made his first last conversion, in ms; 0: not before this one' CODEC(T64, LZ4);
CREATE TABLE IF NOT EXISTS conversion_path_large AS conversion_path;
ALTER TABLE conversion_path_large ADD COLUMN IF NOT EXISTS page_ids Array(UInt64) COMMENT 'where each contact landed', ADD COLUMN IF NOT EXISTS elapsed Int64 MATERIALIZED if(empty(times), 0, toUnixTimestamp64Milli(ts) - times[1]) COMMENT 'milliseconds from the first contact to the conversion' CODEC(T64, LZ4), ADD COLUMN IF NOT EXISTS last_ad_id UInt32 MATERIALIZED ad_ids[-1] COMMENT '0: no contact', ADD COLUMN IF NOT EXISTS agent_ids Array(UInt64) COMMENT 'what each contact came with', ADD COLUMN IF NOT EXISTS landing_ids Array(UInt64) COMMENT 'the address that each contact came to', ADD COLUMN IF NOT EXISTS first_cv Int64 COMMENT 'when its visitor had made his first last conversion, in ms; 0: not before this one' CODEC(T64, LZ4);
CREATE TABLE IF NOT EXISTS buyer (product_id UInt32, generation UInt64, visitor_id UInt64, times Array(Int64), ad_ids Array(UInt32), lasts Array(Int64) COMMENT 'last conversions', middles Array(Int64) COMMENT 'middle ones', version UInt64, interaction_ids Array(UInt64), page_ids Array(UInt64) COMMENT 'where each contact landed', agent_ids Array(UInt64), landing_ids Array(UInt64))
  ENGINE = ReplacingMergeTree(version) PARTITION BY product_id % 64 ORDER BY (product_id, generation, visitor_id);
ALTER TABLE buyer ADD COLUMN IF NOT EXISTS interaction_ids Array(UInt64), ADD COLUMN IF NOT EXISTS page_ids Array(UInt64) COMMENT 'where each contact landed', ADD COLUMN IF NOT EXISTS agent_ids Array(UInt64), ADD COLUMN IF NOT EXISTS landing_ids Array(UInt64);
CREATE TABLE IF NOT EXISTS buyer_step AS buyer;
ALTER TABLE buyer_step ADD COLUMN IF NOT EXISTS interaction_ids Array(UInt64), ADD COLUMN IF NOT EXISTS page_ids Array(UInt64) COMMENT 'where each contact landed', ADD COLUMN IF NOT EXISTS agent_ids Array(UInt64), ADD COLUMN IF NOT EXISTS landing_ids Array(UInt64);
CREATE TABLE IF NOT EXISTS buyer_large AS buyer;
ALTER TABLE buyer_large ADD COLUMN IF NOT EXISTS interaction_ids Array(UInt64), ADD COLUMN IF NOT EXISTS page_ids Array(UInt64) COMMENT 'where each contact landed', ADD COLUMN IF NOT EXISTS agent_ids Array(UInt64), ADD COLUMN IF NOT EXISTS landing_ids Array(UInt64);
CREATE TABLE IF NOT EXISTS monthly_step (product_id UInt32, generation UInt64, month Int32, cv_type UInt8, came_ad UInt32, ad_id UInt32, times Int64)
  ENGINE = SummingMergeTree PARTITION BY product_id % 64 ORDER BY (product_id, generation, month, cv_type, came_ad, ad_id);
CREATE TABLE IF NOT EXISTS monthly_step_step AS monthly_step;
CREATE TABLE IF NOT EXISTS monthly_step_large AS monthly_step;
CREATE TABLE IF NOT EXISTS monthly_way (product_id UInt32, generation UInt64, month Int32, cv_type UInt8, ad_ids Array(UInt32), times Int64, amount Int64 COMMENT 'yen', elapsed Int64 COMMENT 'milliseconds')
  ENGINE = SummingMergeTree PARTITION BY product_id % 64 ORDER BY (product_id, generation, month, cv_type, ad_ids);
CREATE TABLE IF NOT EXISTS monthly_way_step AS monthly_way;
CREATE TABLE IF NOT EXISTS monthly_way_large AS monthly_way;
CREATE TABLE IF NOT EXISTS monthly_lull (product_id UInt32, generation UInt64, month Int32, sold_before Int32, sold_after Int32, came_month Int32, came_ad UInt32, ad_id UInt32, without_middle Int64 COMMENT 'between middle conversions', without_last Int64 COMMENT 'between last ones')
  ENGINE = SummingMergeTree PARTITION BY product_id % 64 ORDER BY (product_id, generation, month, sold_before, sold_after, came_month, came_ad, ad_id);
CREATE TABLE IF NOT EXISTS monthly_lull_step AS monthly_lull;
CREATE TABLE IF NOT EXISTS monthly_lull_large AS monthly_lull;
CREATE TABLE IF NOT EXISTS daily_credit (product_id UInt32, generation UInt64, day Int32, ad_id UInt32, cv Int64, cv_middle Int64, amount Int64 COMMENT 'yen', elapsed Int64 COMMENT 'milliseconds', touches Int64, length_1 Int64, length_2 Int64, length_3 Int64, length_4 Int64, length_5 Int64, length_6 Int64 COMMENT '6 or more contacts', assists Int64 COMMENT 'conversions that the ad is on the path of, and not its end', assists_first Int64, starts Int64, starts_middle Int64, starts_sales Int64, linear_cv Int64, linear_middle Int64, linear_sales Int128, decay_cv Int64, decay_middle Int64, decay_sales Int128, touch_point_cv Int64, touch_point_middle Int64, touch_point_sales Int128)
  ENGINE = SummingMergeTree PARTITION BY product_id % 64 ORDER BY (product_id, generation, day, ad_id);
CREATE TABLE IF NOT EXISTS daily_credit_step AS daily_credit;
CREATE TABLE IF NOT EXISTS daily_credit_large AS daily_credit;
CREATE TABLE IF NOT EXISTS monthly_credit (product_id UInt32, generation UInt64, month Int32, kind Enum8('agent' = 1, 'landing' = 2, 'hour' = 3, 'weekday' = 4), value UInt64, course UInt8, ad_id UInt32, cv Int64, cv_middle Int64, amount Int64 COMMENT 'yen', elapsed Int64 COMMENT 'milliseconds', touches Int64, length_1 Int64, length_2 Int64, length_3 Int64, length_4 Int64, length_5 Int64, length_6 Int64 COMMENT '6 or more contacts', assists Int64, assists_first Int64, starts Int64, starts_middle Int64, starts_sales Int64, linear_cv Int64, linear_middle Int64, linear_sales Int128, decay_cv Int64, decay_middle Int64, decay_sales Int128, touch_point_cv Int64, touch_point_middle Int64, touch_point_sales Int128)
  ENGINE = SummingMergeTree PARTITION BY product_id % 64 ORDER BY (product_id, generation, kind, month, ad_id, value, course);
CREATE TABLE IF NOT EXISTS monthly_credit_step AS monthly_credit;
CREATE TABLE IF NOT EXISTS monthly_credit_large AS monthly_credit;
CREATE TABLE IF NOT EXISTS daily_page_credit (product_id UInt32, generation UInt64, day Int32, page UInt64, cv Int64, amount Int64, starts Int64, starts_sales Int64, linear_cv Int64, linear_sales Int128, decay_cv Int64, decay_sales Int128, touch_point_cv Int64, touch_point_sales Int128)
  ENGINE = SummingMergeTree PARTITION BY product_id % 64 ORDER BY (product_id, generation, day, page);
CREATE TABLE IF NOT EXISTS daily_page_credit_step AS daily_page_credit;
CREATE TABLE IF NOT EXISTS daily_page_credit_large AS daily_page_credit;
CREATE TABLE IF NOT EXISTS daily_contact (product_id UInt32, generation UInt64, day Int32, ad_id UInt32, clicks Int64, first_touches Int64, cost Int64 COMMENT '1/100 yen')
  ENGINE = SummingMergeTree PARTITION BY product_id % 64 ORDER BY (product_id, generation, day, ad_id);
CREATE TABLE IF NOT EXISTS daily_contact_step AS daily_contact;
CREATE TABLE IF NOT EXISTS daily_contact_large AS daily_contact;
CREATE TABLE IF NOT EXISTS contact_line (product_id UInt32, generation UInt64, day Int32, hour UInt8, ad_id UInt32, agent UInt64, landing UInt64, existing UInt8, clicks Int32, first_touches Int32, cost Int64)
  ENGINE = MergeTree PARTITION BY product_id % 64 ORDER BY (product_id, generation, day, ad_id);
CREATE TABLE IF NOT EXISTS contact_line_step AS contact_line;
CREATE TABLE IF NOT EXISTS contact_line_large AS contact_line;
CREATE TABLE IF NOT EXISTS daily_agent (product_id UInt32, generation UInt64, day Int32, ad_id UInt32, agent UInt64, existing UInt8, clicks Int64, first_touches Int64, cost Int64)
  ENGINE = SummingMergeTree PARTITION BY product_id % 64 ORDER BY (product_id, generation, day, ad_id, agent, existing);
CREATE TABLE IF NOT EXISTS daily_agent_step AS daily_agent;
CREATE TABLE IF NOT EXISTS daily_agent_large AS daily_agent;
CREATE TABLE IF NOT EXISTS monthly_contact (product_id UInt32, generation UInt64, month Int32, kind Enum8('agent' = 1, 'landing' = 2, 'hour' = 3, 'weekday' = 4), value UInt64, ad_id UInt32, existing UInt8, clicks Int64, first_touches Int64, cost Int64)
  ENGINE = SummingMergeTree PARTITION BY product_id % 64 ORDER BY (product_id, generation, kind, month, ad_id, value, existing);
CREATE TABLE IF NOT EXISTS monthly_contact_step AS monthly_contact;
CREATE TABLE IF NOT EXISTS monthly_contact_large AS monthly_contact;
CREATE TABLE IF NOT EXISTS contact_seen (product_id UInt32, generation UInt64, seen UInt64, device String, os String, browser String, landing_page String CODEC(ZSTD(1)))
  ENGINE = ReplacingMergeTree PARTITION BY product_id % 64 ORDER BY (product_id, generation, seen);
CREATE TABLE IF NOT EXISTS contact_seen_step AS contact_seen;
CREATE TABLE IF NOT EXISTS contact_seen_large AS contact_seen;
CREATE TABLE IF NOT EXISTS daily_left_out (product_id UInt32, generation UInt64, day Int32, ad_id UInt32, bots Int64, repeats Int64, addresses Int64, conversions Int64)
  ENGINE = SummingMergeTree PARTITION BY product_id % 64 ORDER BY (product_id, generation, day, ad_id);
CREATE TABLE IF NOT EXISTS daily_left_out_step AS daily_left_out;
CREATE TABLE IF NOT EXISTS daily_left_out_large AS daily_left_out;
CREATE TABLE IF NOT EXISTS daily_landing (product_id UInt32, generation UInt64, day Int32, page UInt64, example SimpleAggregateFunction(min, String) COMMENT 'where a contact of an LPO entry landed' CODEC(ZSTD(1)), clicks Int64)
  ENGINE = SummingMergeTree(clicks) PARTITION BY product_id % 64 ORDER BY (product_id, generation, day, page);
CREATE TABLE IF NOT EXISTS daily_landing_step AS daily_landing;
CREATE TABLE IF NOT EXISTS daily_landing_large AS daily_landing;
CREATE TABLE IF NOT EXISTS landing_page (product_id UInt32, generation UInt64, page UInt64, ad_id UInt32, redirect_id UInt32, lpo_number UInt8, url String CODEC(ZSTD(1)))
  ENGINE = ReplacingMergeTree PARTITION BY product_id % 64 ORDER BY (product_id, generation, page);
CREATE TABLE IF NOT EXISTS landing_page_step AS landing_page;
CREATE TABLE IF NOT EXISTS landing_page_large AS landing_page;
CREATE TABLE IF NOT EXISTS result_line (product_id UInt32, generation UInt64, day Int32, conversion_id UInt64, at Int64, interaction_id UInt64, own_ad UInt32, placed UInt8, ad_id UInt32, agent UInt64, landing UInt64, hour UInt8, weekday UInt8, past UInt8, approved Int64, pending Int64)
  ENGINE = SummingMergeTree((approved, pending)) PARTITION BY product_id % 64 PRIMARY KEY (product_id, generation, day, conversion_id) ORDER BY (product_id, generation, day, conversion_id, at, interaction_id, own_ad, placed, ad_id, agent, landing, hour, weekday, past);
CREATE TABLE IF NOT EXISTS result_line_step AS result_line;
CREATE TABLE IF NOT EXISTS result_line_large AS result_line;
CREATE TABLE IF NOT EXISTS monthly_result (product_id UInt32, generation UInt64, month Int32, kind Enum8('agent' = 1, 'landing' = 2, 'hour' = 3, 'weekday' = 4), value UInt64, placed UInt8, past UInt8, ad_id UInt32, approved Int64, pending Int64)
  ENGINE = SummingMergeTree((approved, pending)) PARTITION BY product_id % 64 ORDER BY (product_id, generation, kind, month, ad_id, value, placed, past);
CREATE TABLE IF NOT EXISTS monthly_result_step AS monthly_result;
CREATE TABLE IF NOT EXISTS monthly_result_large AS monthly_result;
CREATE MATERIALIZED VIEW IF NOT EXISTS agents_of_lines TO daily_agent_step AS SELECT product_id, generation, day, ad_id, agent, existing, sum(l.clicks) AS clicks, sum(l.first_touches) AS first_touches, sum(l.cost) AS cost
  FROM contact_line_step AS l GROUP BY product_id, generation, day, ad_id, agent, existing;
CREATE MATERIALIZED VIEW IF NOT EXISTS months_of_lines TO monthly_contact_step AS SELECT product_id, generation, month, multiIf(grouping(agent) = 0, 'agent', grouping(landing) = 0, 'landing', grouping(hour) = 0, 'hour', 'weekday') AS kind,
    agent + landing + hour + weekday AS value, ad_id, existing, sum(c) AS clicks, sum(f) AS first_touches, sum(y) AS cost
  FROM (
    SELECT product_id, generation, toInt32(toYear(toDate32(day)) * 12 + toMonth(toDate32(day)) - 1) AS month, ad_id, existing, agent, landing, hour, toUInt8((day + 4) % 7) AS weekday, clicks AS c, first_touches AS f, cost AS y
    FROM contact_line_step
  )
  GROUP BY GROUPING SETS (
    (product_id, generation, month, ad_id, existing, agent), (product_id, generation, month, ad_id, landing), (product_id, generation, month, ad_id, hour), (product_id, generation, month, ad_id, weekday)
  ) SETTINGS force_grouping_standard_compatibility = 1;
CREATE MATERIALIZED VIEW IF NOT EXISTS months_of_results TO monthly_result_step AS SELECT product_id, generation, span AS month, kind, value, placed, past, ad_id, approved, pending FROM (
    SELECT product_id, generation, month, kind, value, placed, past, ad_id, sum(a) AS approved, sum(p) AS pending FROM (
      SELECT product_id, generation, toInt32(toYear(toDate32(day)) * 12 + toMonth(toDate32(day)) - 1) AS month, placed, past, ad_id, approved AS a, pending AS p,
        [agent, landing, toUInt64(hour), toUInt64(weekday)] AS those
      FROM result_line_step
    ) ARRAY JOIN those AS value, ['agent', 'landing', 'hour', 'weekday'] AS kind
    GROUP BY product_id, generation, month, kind, value, placed, past, ad_id HAVING approved != 0 OR pending != 0
  ) ARRAY JOIN [month, -intDiv(month, 12)] AS span;
CREATE TABLE IF NOT EXISTS touched (visitor_id UInt64) ENGINE = Memory;
CREATE TABLE IF NOT EXISTS gathered_contacts_0 (visitor_id UInt64, at Int64, id UInt64, ad_id UInt32, page UInt64, agent UInt64, landing UInt64, cost Int64, came_ad UInt32, came_at Int64, existing UInt8, had_last UInt8, had_middle UInt8, was_existing UInt8, was_last UInt8, was_middle UInt8) ENGINE = Memory;
CREATE TABLE IF NOT EXISTS gathered_contacts_1 (visitor_id UInt64, at Int64, id UInt64, ad_id UInt32, page UInt64, agent UInt64, landing UInt64, cost Int64, came_ad UInt32, came_at Int64, existing UInt8, had_last UInt8, had_middle UInt8, was_existing UInt8, was_last UInt8, was_middle UInt8) ENGINE = Memory;
CREATE TABLE IF NOT EXISTS moved_result (at Int64, conversion_id UInt64, interaction_id UInt64, own_ad UInt32, approved Int64, pending Int64) ENGINE = Memory;
CREATE TABLE IF NOT EXISTS moved_conversion (at Int64, conversion_id UInt64) ENGINE = Memory;
CREATE MATERIALIZED VIEW IF NOT EXISTS agents_of_lines_large TO daily_agent_large AS SELECT product_id, generation, day, ad_id, agent, existing, sum(l.clicks) AS clicks, sum(l.first_touches) AS first_touches, sum(l.cost) AS cost
  FROM contact_line_large AS l GROUP BY product_id, generation, day, ad_id, agent, existing;
CREATE MATERIALIZED VIEW IF NOT EXISTS months_of_lines_large TO monthly_contact_large AS SELECT product_id, generation, month, multiIf(grouping(agent) = 0, 'agent', grouping(landing) = 0, 'landing', grouping(hour) = 0, 'hour', 'weekday') AS kind,
    agent + landing + hour + weekday AS value, ad_id, existing, sum(c) AS clicks, sum(f) AS first_touches, sum(y) AS cost
  FROM (
    SELECT product_id, generation, toInt32(toYear(toDate32(day)) * 12 + toMonth(toDate32(day)) - 1) AS month, ad_id, existing, agent, landing, hour, toUInt8((day + 4) % 7) AS weekday, clicks AS c, first_touches AS f, cost AS y
    FROM contact_line_large
  )
  GROUP BY GROUPING SETS (
    (product_id, generation, month, ad_id, existing, agent), (product_id, generation, month, ad_id, landing), (product_id, generation, month, ad_id, hour), (product_id, generation, month, ad_id, weekday)
  ) SETTINGS force_grouping_standard_compatibility = 1;
CREATE MATERIALIZED VIEW IF NOT EXISTS months_of_results_large TO monthly_result_large AS SELECT product_id, generation, span AS month, kind, value, placed, past, ad_id, approved, pending FROM (
    SELECT product_id, generation, month, kind, value, placed, past, ad_id, sum(a) AS approved, sum(p) AS pending FROM (
      SELECT product_id, generation, toInt32(toYear(toDate32(day)) * 12 + toMonth(toDate32(day)) - 1) AS month, placed, past, ad_id, approved AS a, pending AS p,
        [agent, landing, toUInt64(hour), toUInt64(weekday)] AS those
      FROM result_line_large
    ) ARRAY JOIN those AS value, ['agent', 'landing', 'hour', 'weekday'] AS kind
    GROUP BY product_id, generation, month, kind, value, placed, past, ad_id HAVING approved != 0 OR pending != 0
  ) ARRAY JOIN [month, -intDiv(month, 12)] AS span;
CREATE TABLE IF NOT EXISTS touched_large (visitor_id UInt64) ENGINE = Memory;
CREATE TABLE IF NOT EXISTS gathered_contacts_0_large (visitor_id UInt64, at Int64, id UInt64, ad_id UInt32, page UInt64, agent UInt64, landing UInt64, cost Int64, came_ad UInt32, came_at Int64, existing UInt8, had_last UInt8, had_middle UInt8, was_existing UInt8, was_last UInt8, was_middle UInt8) ENGINE = Memory;
CREATE TABLE IF NOT EXISTS gathered_contacts_1_large (visitor_id UInt64, at Int64, id UInt64, ad_id UInt32, page UInt64, agent UInt64, landing UInt64, cost Int64, came_ad UInt32, came_at Int64, existing UInt8, had_last UInt8, had_middle UInt8, was_existing UInt8, was_last UInt8, was_middle UInt8) ENGINE = Memory;
CREATE TABLE IF NOT EXISTS moved_result_large (at Int64, conversion_id UInt64, interaction_id UInt64, own_ad UInt32, approved Int64, pending Int64) ENGINE = Memory;
CREATE TABLE IF NOT EXISTS moved_conversion_large (at Int64, conversion_id UInt64) ENGINE = Memory;
