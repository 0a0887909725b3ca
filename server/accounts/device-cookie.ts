import { DAY, SECOND } from '../platform/time.ts';

/** The cookie by which a browser is remembered, so that its user signs in without the second step. */

export const DEVICE_LIFETIME_MS = 30 * DAY;

/** Each user of a browser has an own cookie. */
const nameOf = (userId: number): string => `touchpath-device-${userId}`;

/** Reads the token of a user's cookie; null: none. */
export const readDeviceCookie = (header: string | undefined, userId: number): string | null => {
  const start = `${nameOf(userId)}=`;
  const found = (header ?? '').split(';').map(cookie => cookie.trim());
  return found.find(cookie => cookie.startsWith(start))?.slice(start.length) ?? null;
};

/** The `Set-Cookie` header that remembers a browser. Scripts cannot read it, and other sites cannot send it. */
export const writeDeviceCookie = (userId: number, token: string): string =>
  `${nameOf(userId)}=${token}; Path=/; Max-Age=${DEVICE_LIFETIME_MS / SECOND}; HttpOnly; Secure; SameSite=Strict`;
