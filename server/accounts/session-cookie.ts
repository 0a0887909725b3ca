import type { FastifyReply, FastifyRequest } from 'fastify';
import { API } from '../http/openapi.ts';
import { DAY, SECOND } from '../platform/time.ts';

/**
 * The cookie with the refresh token of a console's session. Scripts cannot read it, other sites cannot send it, and
 * browsers send it to the routes that renew and end sessions only.
 */

export const REFRESH_LIFETIME_MS = 30 * DAY;
const NAME = 'touchpath-refresh';
const PATH = `${API}/auth/`;
/** Cookie by which the console and its early pages know that there is a session. It grants nothing. */
const MARK = 'touchpath-signed-in';
/**
 * Header without which the cookie is not read. Other sites cannot send it: a browser would ask the server first, which
 * allows no foreign origin.
 */
export const SESSION_COOKIE_HEADER = 'x-session-cookie';

/** A refresh token in a cookie. `isLasting`: the cookie outlives the browser. */
export interface CookieToken {
  readonly token: string;
  readonly isLasting: boolean;
}

/** The kind of the cookie precedes the token, as browsers do not send the attributes of cookies. */
const VALUE = /^(lasting|passing)\.([\w-]{1,200})$/;

/** Whether a request may use the cookie. */
export const statesSessionCookie = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers[SESSION_COOKIE_HEADER] !== undefined;

/** Reads the token of a request that states the header; null: none. */
export const readSessionCookie = (request: Pick<FastifyRequest, 'headers'>): CookieToken | null => {
  if (!statesSessionCookie(request)) return null;
  const { headers } = request;
  const pairs = (headers.cookie ?? '').split(';').map(pair => pair.trim());
  const value = pairs.find(pair => pair.startsWith(`${NAME}=`))?.slice(NAME.length + 1);
  const [, kind, token] = VALUE.exec(value ?? '') ?? [];
  return token === undefined ? null : { token, isLasting: kind === 'lasting' };
};

/**
 * Creates the writer of the cookies.
 *
 * @param publicUrl public base address of the program; https here counts even if the last proxy speaks http
 */
export const createSessionCookies = (publicUrl: string) => {
  const secureOf = ({ protocol }: Pick<FastifyRequest, 'protocol'>): string =>
    protocol === 'https' || publicUrl.startsWith('https:') ? '; Secure' : '';
  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    { value, mark, age }: { readonly value: string; readonly mark: string; readonly age: string },
  ): void => {
    const secure = secureOf(request);
    void reply.header('set-cookie', [
      `${NAME}=${value}; Path=${PATH}${age}; HttpOnly${secure}; SameSite=Strict`,
      `${MARK}=${mark}; Path=/${age}${secure}; SameSite=Lax`,
    ]);
  };
  return {
    write: (request: FastifyRequest, reply: FastifyReply, { token, isLasting }: CookieToken): void =>
      send(request, reply, {
        value: `${isLasting ? 'lasting' : 'passing'}.${token}`,
        mark: 'true',
        age: isLasting ? `; Max-Age=${REFRESH_LIFETIME_MS / SECOND}` : '',
      }),
    clear: (request: FastifyRequest, reply: FastifyReply): void =>
      send(request, reply, { value: '', mark: '', age: '; Max-Age=0' }),
  };
};
