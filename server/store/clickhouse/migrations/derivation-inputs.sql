-- Columns, projections and indexes of the event tables that the derivation of rollups and the reports read. The rollup tables follow from their declarations (../rollups/declarations).

-- How far each table is filled, by product: stored within each part, so that the numbers cannot disagree with the rows.
ALTER TABLE contact ADD PROJECTION IF NOT EXISTS filled (SELECT product_id, max(interaction_id), count() GROUP BY product_id);
ALTER TABLE conversion ADD PROJECTION IF NOT EXISTS filled (SELECT product_id, max(conversion_id), count() GROUP BY product_id);
ALTER TABLE impression ADD PROJECTION IF NOT EXISTS filled (SELECT product_id, max(impression_id), count() GROUP BY product_id);
-- Number of impressions by ad and Tokyo day, as impressions.ts queries it: reports do not read millions of impressions one by one.
ALTER TABLE impression ADD PROJECTION IF NOT EXISTS by_day (
  SELECT product_id, bot, toInt32(intDiv(toUnixTimestamp64Milli(ts) + 32400000, 86400000)) AS day, ad_id, count(), max(impression_id) GROUP BY product_id, bot, day, ad_id
);

-- Device and address of a contact as numbers, which paths and rollups store instead of texts. Computed once at the insert: hashing texts takes most of the time of reading contacts.
ALTER TABLE contact ADD COLUMN IF NOT EXISTS agent_id UInt64 MATERIALIZED cityHash64(cityHash64(device), cityHash64(os), cityHash64(browser)) COMMENT 'device, system and browser';
ALTER TABLE contact ADD COLUMN IF NOT EXISTS landing_id UInt64 MATERIALIZED cityHash64(cutQueryStringAndFragment(landing_url)) COMMENT 'the address without its query and fragment';
ALTER TABLE contact ADD COLUMN IF NOT EXISTS page_id UInt64 MATERIALIZED sipHash64(ad_id, redirect_id, lpo_number, if(lpo_number > 0, 0, landing_id)) COMMENT 'a landing page, as landing-page.ts computes it';

-- The derivation finds new contacts by id; the sorting key begins with product and visitor.
ALTER TABLE contact ADD INDEX IF NOT EXISTS by_id interaction_id TYPE minmax GRANULARITY 8;
