import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import { ACCESS_LIFETIME_MS, signAccess } from '../http/auth.ts';
import type { TypedApp } from '../http/typed-app.ts';
import { createOriginCheck } from './browser-origin.ts';
import { createSessionCookies } from './session-cookie.ts';
import type { Grant } from './new-session.ts';

/** Answers that begin or renew a session. */

/** Where the refresh token goes: into the answer, or into a cookie, which outlives the browser with `auto_login`. */
interface TokenPlace {
  readonly cookie?: boolean | undefined;
  readonly auto_login?: boolean | undefined;
}

/** Creates the answer with the tokens of a session that began or was refreshed. */
export const createGrantAnswer = (
  app: TypedApp,
  { clock, settings, log }: Pick<Dependencies, 'clock' | 'settings' | 'log'>,
) => {
  const cookies = createSessionCookies(settings.publicUrl);
  const checkOrigin = createOriginCheck({ settings, log });
  return (grant: Grant, place: TokenPlace, request: FastifyRequest, reply: FastifyReply) => {
    const { cookie: isCookie = false, auto_login: isLasting = false } = place;
    checkOrigin(request.headers.origin);
    if (isCookie) cookies.write(request, reply, { token: grant.refresh, isLasting });
    return {
      access: signAccess(app, clock, grant),
      refresh: isCookie ? null : grant.refresh,
      lifetime: ACCESS_LIFETIME_MS,
      session: grant.family,
    };
  };
};
