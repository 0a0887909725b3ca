import type { Client } from '../http/client.ts';
import { noteSignIn } from '../store/postgres/accounts/accounts.ts';
import { removeExpiredTokens } from '../store/postgres/accounts/refresh-tokens.ts';
import { removeOldAttempts } from '../store/postgres/accounts/sign-in-attempts.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import { REFRESH_LIFETIME_MS } from './session-cookie.ts';
import { recordUncheckedAttempts } from './sign-in-log.ts';
import { newToken, sha256 } from './tokens.ts';

/** A session that began or was refreshed, with its next refresh token. `family`: id of the session. */
export interface Grant {
  readonly userId: number;
  readonly companyId: number;
  readonly family: string;
  readonly refresh: string;
}

/** Makes a refresh token for a client, and what is stored of it. */
export const makeRefreshToken = (at: Date, client: Client, refresh = newToken()) => {
  const expiresAt = new Date(at.getTime() + REFRESH_LIFETIME_MS);
  return { refresh, stored: { hash: sha256(refresh), expiresAt, ...client } };
};

/** Notes a session that began, and removes what has expired. */
export const noteSession = async (db: Database, userId: number, at: Date): Promise<void> => {
  await noteSignIn(db, userId, at);
  await removeExpiredTokens(db, userId, at);
  for (const attempts of await removeOldAttempts(db, at)) await recordUncheckedAttempts(db, attempts, at);
};
