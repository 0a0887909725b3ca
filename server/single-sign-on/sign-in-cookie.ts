import { MINUTE, SECOND } from '../platform/time.ts';

/** The cookie that binds a sign-in at an identity provider to the browser that began it. */

/** Time for a sign-in at the identity provider. */
export const REQUEST_LIFETIME_MS = 10 * MINUTE;

const STATE_CHARACTERS = 16;

/** Each sign-in has a cookie of its own, so that two tabs do not end each other's. */
const nameOf = (state: string): string =>
  `touchpath-single-sign-on-${state.slice(0, STATE_CHARACTERS).replaceAll(/[^\w-]/g, '')}`;

const ATTRIBUTES = 'Path=/; HttpOnly; Secure; SameSite=Lax';

/** Reads the token of a sign-in's cookie; null: none. */
export const readSignInCookie = (header: string | undefined, state: string): string | null => {
  const start = `${nameOf(state)}=`;
  const found = (header ?? '').split(';').map(cookie => cookie.trim());
  return found.find(cookie => cookie.startsWith(start))?.slice(start.length) ?? null;
};

/** The `Set-Cookie` header of a sign-in that begins. */
export const writeSignInCookie = (state: string, token: string): string =>
  `${nameOf(state)}=${token}; Max-Age=${REQUEST_LIFETIME_MS / SECOND}; ${ATTRIBUTES}`;

/** The `Set-Cookie` header of a sign-in that has ended. */
export const clearSignInCookie = (state: string): string => `${nameOf(state)}=; Max-Age=0; ${ATTRIBUTES}`;
