import { randomFillSync } from 'node:crypto';

const LARGEST = '18446744073709551615';
const DIGITS = /^[1-9]\d{0,19}$/;

/** True for a visitor id as text: decimal, 1 to 2^64 - 1. */
export const isVisitor = (text: string): boolean =>
  DIGITS.test(text) && (text.length < 20 || text <= LARGEST);

/** Makes visitor ids: random, 64 bits, never 0, as decimal strings. */
export const createVisitors = (
  fill: (ids: BigUint64Array) => void = ids => {
    randomFillSync(ids);
  },
) => {
  const pool = new BigUint64Array(256);
  let next = pool.length;
  return (): string => {
    for (;;) {
      if (next === pool.length) {
        fill(pool);
        next = 0;
      }
      const id = pool[next++];
      if (id !== undefined && id !== 0n) return id.toString();
    }
  };
};

/** The value of one cookie in a Cookie header; parsed by hand because every click runs it. */
export const readCookie = (header: string | undefined, name: string): string | null => {
  if (header === undefined) return null;
  const mark = `${name}=`;
  for (let at = 0; at < header.length;) {
    let end = header.indexOf(';', at);
    if (end === -1) end = header.length;
    while (header.charCodeAt(at) === 32) at++;
    if (header.startsWith(mark, at)) return header.slice(at + mark.length, end).trim();
    at = end + 1;
  }
  return null;
};

/**
 * The visitor's cookie on the redirect host. One for each company, so that two tenants of one installation
 * cannot recognise each other's visitors.
 */
export const visitorCookie = (companyId: number): string => `tpv${companyId}`;

/** Set-Cookie for a year. Lax: the click that leads the visitor here is a top-level navigation. */
export const setVisitorCookie = (companyId: number, visitor: string, secure: boolean): string =>
  `${visitorCookie(companyId)}=${visitor}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
