import { CONTACT_ROLLUPS } from './declarations/contacts.ts';
import { CREDIT_ROLLUPS } from './declarations/credit.ts';
import { PATH_ROLLUPS } from './declarations/paths.ts';
import { RESULT_ROLLUPS } from './declarations/results.ts';

/** All rollups. A new one is a declaration in this list and the queries that read it. */
export const ROLLUPS = [...PATH_ROLLUPS, ...CREDIT_ROLLUPS, ...CONTACT_ROLLUPS, ...RESULT_ROLLUPS] as const;

export type RollupName = (typeof ROLLUPS)[number]['name'];

export const ROLLUP_NAMES: readonly RollupName[] = ROLLUPS.map(({ name }) => name);
