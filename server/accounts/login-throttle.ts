import type { ThrottleLimits } from '../store/postgres/accounts/sign-in-attempts.ts';
import { sha256 } from './tokens.ts';

/** Limits of repeated attempts, and the subjects under which attempts are counted. */

/**
 * Attempts on one account: five without a delay, then 1, 2, 4 ... seconds. The delay is at most five minutes. Clients
 * that the owner uses have a count of their own, so that an attacker elsewhere cannot lock the owner out for ever.
 */
export const ACCOUNT: ThrottleLimits = { free: 5, maxWaitSeconds: 300 };
/**
 * Attempts from one IP address. An address may be a whole office: more attempts are free, and the maximum is longer.
 */
export const ADDRESS: ThrottleLimits = { free: 30, maxWaitSeconds: 900 };
/**
 * Mails with a link to one account or invitation: three without a delay, then with growing delays of at most an hour.
 */
export const LINK_MAILS: ThrottleLimits = { free: 3, maxWaitSeconds: 3600 };

/**
 * Subject under which attempts on an account are counted. Hashed, so that the key is short and the text of the form
 * is not stored.
 */
export const accountSubject = (what: 'account' | 'reset', companyCode: string, email: string): string =>
  `${what}:${sha256(JSON.stringify([companyCode.toLowerCase(), email.toLowerCase()])).toString('base64url')}`;

/** Subject under which attempts on an account from a client that its owner uses are counted while others are throttled. */
export const knownClientSubject = (account: string, network: string): string => `known:${account}:${network}`;

/** Subject under which refused codes of a user's second step are counted. */
export const factorSubject = (userId: number): string => `second-factor:${userId}`;
