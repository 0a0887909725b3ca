-- What became known of conversions after their table was made. Each statement may run again without effect.

ALTER TABLE conversion ADD COLUMN IF NOT EXISTS claim_id UInt64 COMMENT 'the claim on its result identifier; 0: none';
