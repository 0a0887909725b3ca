-- The counts of plans have the names that the API gives them. At most the plans of 30 days are stored.
UPDATE "recomputation" SET "counts" = ("counts" - 'kept' - 'unearned')
	|| jsonb_build_object('irreversible', "counts" -> 'kept', 'ineligible', "counts" -> 'unearned')
WHERE "counts" ? 'unearned';
