-- Columns added to the table of contacts. Each statement can be repeated without effect. A column with a DEFAULT would be
-- left out where events are copied to another server (copy-rows.ts).

ALTER TABLE contact ADD COLUMN IF NOT EXISTS asp_id Int32 COMMENT 'network of the ad at the click; -1: it had none, 0: stored before it was recorded';

ALTER TABLE contact ADD COLUMN IF NOT EXISTS report_id UInt64 COMMENT 'the number that the tag gave its report of a landing by a direct link; 0: none';
