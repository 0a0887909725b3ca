import { Failure } from '../http/failures.ts';
import { networkOf } from '../platform/allowed-addresses.ts';
import {
  countAttempt,
  discountAttempt,
  noteUncheckedAttempt,
  removeAttempts,
} from '../store/postgres/accounts/sign-in-attempts.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import { ACCOUNT, ADDRESS } from './login-throttle.ts';
import { recordUncheckedAttempts } from './sign-in-log.ts';

/** The subject under which attempts from the network of an address are counted. */
export const addressSubject = (address: string): string => `address:${networkOf(address)}`;

const requireNoWait = (seconds: number): void => {
  if (seconds > 0) throw new Failure('too_many_requests', { values: { seconds } });
};

/**
 * Counts an attempt of an account from an address.
 *
 * @param knownSubject finds the subject of a client that the owner of the account uses; null: another client
 * @returns the subject under which the attempt was counted
 * @throws {Failure} `too_many_requests`
 */
export const countAttempts = async (
  db: Database,
  at: Date,
  place: string,
  account: string,
  knownSubject: () => Promise<string | null> = () => Promise.resolve(null),
): Promise<string> => {
  // The address is counted first: attempts of a delayed address must not delay the owner of the account.
  requireNoWait(await countAttempt(db, place, at, ADDRESS));
  const wait = await countAttempt(db, account, at, ACCOUNT);
  if (wait === 0) return account;
  const known = await knownSubject();
  const left = known === null ? wait : await countAttempt(db, known, at, ACCOUNT);
  if (known !== null && left === 0) return known;
  await noteUncheckedAttempt(db, account);
  throw new Failure('too_many_requests', { values: { seconds: left } });
};

interface Counted {
  readonly companyId: number;
  readonly userId: number;
  readonly place: string;
  /** Subjects under which attempts of the user were counted. */
  readonly subjects: readonly string[];
}

/** Takes back the attempts of an account after the right password or code, and records the unchecked ones. */
export const forgetAttempts = async (
  db: Database,
  at: Date,
  { place, subjects, ...owner }: Counted,
): Promise<void> => {
  for (const subject of new Set(subjects)) {
    const unchecked = await removeAttempts(db, subject);
    await recordUncheckedAttempts(db, { ...owner, unchecked }, at);
  }
  await discountAttempt(db, place);
};
