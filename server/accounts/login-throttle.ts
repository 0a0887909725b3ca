import type { Slowness } from '../store/postgres/accounts/accounts.ts';
import { sha256 } from './tokens.ts';

/** How guessing slows down, and under which names tries are counted. */

/**
 * An account's guesses: five cost nothing, then 1, 2, 4 ... seconds; at most five minutes, so that nobody
 * locks another out for long.
 */
export const ACCOUNT: Slowness = { free: 5, maxWaitSeconds: 300 };
/** An address may be a whole office: more tries, a longer wait at the end. */
export const ADDRESS: Slowness = { free: 30, maxWaitSeconds: 900 };
/** Mails that one account is sent: three at once, then ever fewer; an hour at most between two. */
export const RESET_MAILS: Slowness = { free: 3, maxWaitSeconds: 3600 };

/**
 * What is tried against an account. Hashed: the row's key stays short, and what was typed into the form is
 * not kept.
 */
export const accountSubject = (what: 'account' | 'reset', companyCode: string, email: string): string =>
  `${what}:${sha256(JSON.stringify([companyCode.toLowerCase(), email.toLowerCase()])).toString('base64url')}`;
