/**
 * The relational model: accounts, settings, results and decisions. Every table except `company` has the tenant column
 * `company_id`, and every query restricts it. Deletion sets `status` to false. Enumerated numbers:
 * docs/decisions/0009-numbers-of-enumerations.md. Events are in the columnar store, by the ids of these tables.
 */
export * from './company.ts';
export * from './accounts.ts';
export * from './second-factor.ts';
export * from './single-sign-on.ts';
export * from './provisioning.ts';
export * from './api-keys.ts';
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
export * from './collectors.ts';
export * from './collector-notices.ts';
export * from './slices.ts';
export * from './privacy.ts';
export * from './error-reports.ts';
