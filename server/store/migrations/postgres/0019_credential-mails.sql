-- Queued mails about a reset second factor become mails about a change of credentials.
UPDATE "mail"
SET "mail_order" = "mail_order" || jsonb_build_object(
  'kind', 'credential_change',
  'change', 'second_factor_reset',
  'at', to_char("created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'ip', NULL,
  'email', NULL
)
WHERE "mail_order" ->> 'kind' = 'second_factor_reset';
