-- Columns added to the table of conversions. Each statement can be repeated without effect.

ALTER TABLE conversion ADD COLUMN IF NOT EXISTS claim_id UInt64 COMMENT 'the claim on its result identifier; 0: none';

ALTER TABLE conversion ADD COLUMN IF NOT EXISTS unreadable_values UInt8 COMMENT 'values of the page that could not be read: 1 amount, 2 args; 0: none';

ALTER TABLE conversion ADD COLUMN IF NOT EXISTS report_id UInt64 COMMENT 'the number that the tag gave its report; 0: none';
