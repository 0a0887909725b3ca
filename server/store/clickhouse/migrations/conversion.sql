-- Columns added to the table of conversions. Each statement can be repeated without effect.

ALTER TABLE conversion ADD COLUMN IF NOT EXISTS claim_id UInt64 COMMENT 'the claim on its result identifier; 0: none';
