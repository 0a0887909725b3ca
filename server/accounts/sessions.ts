import { randomUUID } from 'node:crypto';
import type { Clock } from '../platform/clock.ts';
import { Failure } from '../http/failures.ts';
import { accountOf, findAccount, noteSignIn } from '../store/postgres/accounts/accounts.ts';
import {
  beginSession,
  endFamily,
  endSessionOf,
  removeExpiredTokens,
  rotateRefreshToken,
} from '../store/postgres/accounts/refresh-tokens.ts';
import {
  countAttempt,
  discountAttempt,
  removeAttempts,
  removeOldAttempts,
} from '../store/postgres/accounts/sign-in-attempts.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import { DAY } from '../platform/time.ts';
import { isAddressAllowed, networkOf } from '../platform/allowed-addresses.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { newToken, sha256 } from './tokens.ts';
import { accountSubject, ACCOUNT, ADDRESS } from './login-throttle.ts';
import type { Viewers } from '../http/visibility.ts';

const REFRESH_LIFETIME_MS = 30 * DAY;

/** A session that began or was refreshed, with its next refresh token. `family`: id of the session. */
export interface Grant {
  readonly userId: number;
  readonly companyId: number;
  readonly family: string;
  readonly refresh: string;
}

/** The client of a request: its IP address, and its User-Agent header ('': none). */
export interface Client {
  readonly address: string;
  readonly userAgent: string;
}

export interface Sessions {
  /** @throws {Failure} `signin_refused`, for any wrong credential alike; `too_many_requests` */
  signIn(form: { companyCode: string; email: string; password: string }, client: Client): Promise<Grant>;
  /**
   * @throws {Failure} `session_ended`: the token was used before (which ends the session), ended, expired or unknown,
   *   or the user may no longer sign in from this address
   */
  refresh(token: string, client: Client): Promise<Grant>;
  /** Ends the session of a refresh token; an unknown token is ignored. */
  signOut(token: string): Promise<void>;
}

/** Makes a refresh token for a client, and what is stored of it. */
const makeRefreshToken = (at: Date, client: Client) => {
  const refresh = newToken();
  const expiresAt = new Date(at.getTime() + REFRESH_LIFETIME_MS);
  return { refresh, stored: { hash: sha256(refresh), expiresAt, ...client } };
};

/** Creates the sign-in, refresh and sign-out of sessions. */
export const createSessions = (parts: { db: Database; clock: Clock; viewers: Viewers }): Sessions => {
  const { db, clock, viewers } = parts;
  // Hash that is verified where no account exists, so that a refusal takes equally long.
  const nobody = hashPassword(newToken());
  // A rejection is handled where the hash is awaited.
  nobody.catch(() => undefined);

  return {
    signIn: async ({ companyCode, email, password }, client) => {
      const { address } = client;
      const at = new Date(clock.now());
      const account = accountSubject('account', companyCode, email);
      const place = `address:${networkOf(address)}`;
      // The address is counted first: attempts of a delayed address must not delay the owner of the account.
      const wait =
        (await countAttempt(db, place, at, ADDRESS)) || (await countAttempt(db, account, at, ACCOUNT));
      if (wait > 0) throw new Failure('too_many_requests', { values: { seconds: wait } });

      const found = await findAccount(db, { companyCode, email });
      const right = await verifyPassword(found?.password ?? (await nobody), password);
      if (found === null || !right || !found.active || !isAddressAllowed(found.loginAllowedIps, address))
        throw new Failure('signin_refused');

      const { refresh, stored } = makeRefreshToken(at, client);
      const grant = { userId: found.userId, companyId: found.companyId, family: randomUUID() };
      const row = { ...grant, ...stored, createdAt: at, startedAt: at };
      if (!(await beginSession(db, row, found.password))) throw new Failure('signin_refused');
      await removeAttempts(db, account);
      await discountAttempt(db, place);
      await noteSignIn(db, found.userId, at);
      await removeExpiredTokens(db, found.userId, at);
      await removeOldAttempts(db, at);
      return { ...grant, refresh };
    },

    refresh: async (token, client) => {
      const at = new Date(clock.now());
      const { refresh, stored } = makeRefreshToken(at, client);
      const rotation = await rotateRefreshToken(db, sha256(token), { ...stored, at });
      if (rotation.kind === 'unknown') throw new Failure('session_ended');
      const { kind, ...grant } = rotation;
      const account = kind === 'reused' ? null : await accountOf(db, grant);
      if (account === null || !account.active || !isAddressAllowed(account.loginAllowedIps, client.address)) {
        await endFamily(db, grant.family, at);
        viewers.forget(grant.companyId);
        throw new Failure('session_ended');
      }
      return { ...grant, refresh };
    },

    signOut: async token => {
      const ended = await endSessionOf(db, sha256(token), new Date(clock.now()));
      if (ended !== null) viewers.forget(ended.companyId);
    },
  };
};
