/**
 * The relational model: who uses Touchpath, what is set up, and what was decided.
 *
 * Every table but `company` carries `company_id`, the tenant, and every query names it: a key alone is never
 * enough to read a row.
 * Deleting is marking: `status` false. Enumerated numbers: docs/decisions/0009-numbers-of-enumerations.md.
 * Events are not here: they are in the columnar store, keyed by the ids of these tables.
 */
export * from './company.ts';
export * from './accounts.ts';
export * from './mail.ts';
export * from './ads.ts';
export * from './measurement.ts';
export * from './conversion-claims.ts';
export * from './results.ts';
export * from './result-sums.ts';
export * from './notifications.ts';
export * from './history.ts';
export * from './imports.ts';
export * from './reporting.ts';
export * from './recomputation.ts';
export * from './tracking.ts';
export * from './error-reports.ts';
