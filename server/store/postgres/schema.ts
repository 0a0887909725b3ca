/**
 * The relational model: who uses Touchpath, what is set up, and what was decided.
 *
 * Every table but `company` carries `company_id`, the tenant, and every query names it: a key alone is never enough to read a row.
 * Deleting is marking: `status` false. Enumerated numbers are those of the specification (section 4).
 * Events are not here: they are in the columnar store, keyed by the ids of these tables.
 */
export * from './schema/company.ts';
export * from './schema/accounts.ts';
export * from './schema/mail.ts';
export * from './schema/ads.ts';
export * from './schema/measurement.ts';
export * from './schema/conversion-claims.ts';
export * from './schema/results.ts';
export * from './schema/result-sums.ts';
export * from './schema/notifications.ts';
export * from './schema/history.ts';
export * from './schema/imports.ts';
export * from './schema/reporting.ts';
export * from './schema/recomputation.ts';
export * from './schema/tracking.ts';
export * from './schema/error-reports.ts';
