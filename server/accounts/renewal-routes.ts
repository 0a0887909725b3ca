import type { Dependencies } from '../dependencies.ts';
import { clientOf } from '../http/client.ts';
import { Failure } from '../http/failures.ts';
import { API } from '../http/openapi.ts';
import { aMinute } from '../http/rates.ts';
import type { TypedApp } from '../http/typed-app.ts';
import { RefreshForm, SignedOut, SignOutForm, Tokens } from './schemas.ts';
import type { createGrantAnswer } from './session-answers.ts';
import {
  createSessionCookies,
  readSessionCookie,
  SESSION_COOKIE_HEADER,
  statesSessionCookie,
} from './session-cookie.ts';
import type { Sessions } from './sessions.ts';

/**
 * Refreshes per minute and network. A page refreshes when it is opened and then every 15 minutes, so this suffices
 * for some hundreds of users behind one address.
 */
const REFRESHES_A_MINUTE = 300;

const COOKIE_NOTE = `Without \`refresh\`, the token of the cookie is used if the request has the header ${SESSION_COOKIE_HEADER}`;

interface RenewalParts {
  readonly sessions: Sessions;
  readonly answer: ReturnType<typeof createGrantAnswer>;
  readonly cookies: ReturnType<typeof createSessionCookies>;
}

const config = { access: 'public', rateLimit: aMinute(REFRESHES_A_MINUTE) } as const;

const serveRefresh = (app: TypedApp, { sessions, answer, cookies }: RenewalParts): void => {
  app.post(
    `${API}/auth/refresh/`,
    {
      config,
      schema: {
        operationId: 'refreshTokens',
        tags: ['auth'],
        summary: 'Exchange a refresh token for new tokens',
        description: `${COOKIE_NOTE}, and the next one is put there`,
        body: RefreshForm,
        response: { 200: Tokens.ref },
      },
    },
    async (request, reply) => {
      const { refresh, session = null, ...place } = request.body;
      const client = clientOf(request);
      if (refresh !== undefined)
        return answer(
          await sessions.refresh(refresh, client, { session, isCookie: place.cookie === true }),
          place,
          request,
          reply,
        );
      if (!statesSessionCookie(request)) throw new Failure('session_ended');
      const found = readSessionCookie(request);
      try {
        if (found === null) throw new Failure('session_ended');
        const grant = await sessions.refresh(found.token, client, { session, isCookie: true });
        return answer(grant, { cookie: true, auto_login: found.isLasting }, request, reply);
      } catch (error) {
        if (error instanceof Failure && error.code === 'session_ended') cookies.clear(request, reply);
        throw error;
      }
    },
  );
};

const serveSignOut = (app: TypedApp, { sessions, cookies }: RenewalParts): void => {
  app.post(
    `${API}/auth/signout/`,
    {
      config,
      schema: {
        operationId: 'signOut',
        tags: ['auth'],
        summary: 'Sign out: end the session of a refresh token',
        description: `${COOKIE_NOTE}, and the cookie is removed`,
        body: SignOutForm,
        response: { 200: SignedOut.ref },
      },
    },
    async (request, reply) => {
      const { refresh, session = null } = request.body;
      const token = refresh ?? readSessionCookie(request)?.token;
      const isOwn = token === undefined || (await sessions.signOut(token, clientOf(request), session));
      if (refresh === undefined && isOwn && statesSessionCookie(request)) cookies.clear(request, reply);
      return { ended: true };
    },
  );
};

/** Registers the routes that refresh and end sessions. */
export const serveRenewals = (
  app: TypedApp,
  parts: Omit<RenewalParts, 'cookies'>,
  { settings }: Pick<Dependencies, 'settings'>,
): void => {
  const all = { ...parts, cookies: createSessionCookies(settings.publicUrl) };
  serveRefresh(app, all);
  serveSignOut(app, all);
};
