import jwt from '@fastify/jwt';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Viewer, Viewers } from './visibility.ts';
import type { Clock } from '../platform/clock.ts';
import { MINUTE } from '../platform/time.ts';
import { requireAccess, requireSecondFactor } from './access.ts';
import { Failure } from './failures.ts';

/** The claims of an access token. */
export interface Claims {
  /** User id as text, which the JWT standard requires. */
  readonly sub: string;
  readonly company: number;
  /** Id of the session: its chain of refresh tokens, which signing out ends. */
  readonly family: string;
  readonly iat: number;
  readonly exp: number;
}

export const ACCESS_LIFETIME_MS = 15 * MINUTE;
const ISSUER = 'touchpath';
const AUDIENCE = 'touchpath-api';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user. Reading it on a public route throws. */
    readonly viewer: Viewer;
    /** Claims of the access token. Reading them on a public route throws. */
    readonly claims: Claims;
    session: { readonly viewer: Viewer; readonly claims: Claims } | null;
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isId = (value: unknown) =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) <= 2_147_483_647;

const isClaims = (found: unknown): found is Claims => {
  const claims = found as Partial<Claims> | null;
  return (
    typeof claims === 'object' &&
    claims !== null &&
    typeof claims.sub === 'string' &&
    isId(Number(claims.sub)) &&
    isId(claims.company) &&
    typeof claims.family === 'string' &&
    UUID.test(claims.family) &&
    Number.isInteger(claims.exp)
  );
};

const bearerOf = (request: FastifyRequest): string => {
  const [, token] = /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (token === undefined) throw new Failure('unauthenticated');
  return token;
};

const sessionOf = (request: FastifyRequest) => {
  if (request.session === null) throw new Error(`${request.url} has no viewer: its route is public`);
  return request.session;
};

/**
 * Authenticates every request to a route that is not public, and checks its access. The algorithm is fixed, so that a
 * token cannot choose `none`; issuer and audience are required, because the library compares them only where present;
 * expiry is checked by the program's clock.
 */
export const authenticate = async (
  app: FastifyInstance,
  options: { secret: string; clock: Clock; viewers: Viewers },
): Promise<void> => {
  const { clock, viewers } = options;
  await app.register(jwt, {
    secret: options.secret,
    sign: { algorithm: 'HS256', iss: ISSUER, aud: AUDIENCE },
    verify: {
      algorithms: ['HS256'],
      allowedIss: ISSUER,
      allowedAud: AUDIENCE,
      requiredClaims: ['iss', 'aud'],
      ignoreExpiration: true,
    },
  });
  app.decorateRequest('session', null);
  app.decorateRequest('viewer', {
    getter() {
      return sessionOf(this).viewer;
    },
  });
  app.decorateRequest('claims', {
    getter() {
      return sessionOf(this).claims;
    },
  });

  const identify = async (request: FastifyRequest): Promise<void> => {
    const { access } = request.routeOptions.config;
    const token = bearerOf(request);
    let claims: unknown;
    try {
      claims = app.jwt.verify(token);
    } catch (cause) {
      throw new Failure('unauthenticated', { cause });
    }
    if (!isClaims(claims) || claims.exp * 1000 <= clock.now()) throw new Failure('unauthenticated');
    const viewer = await viewers.find(claims);
    if (viewer === null) throw new Failure('unauthenticated');
    request.session = { viewer, claims };
    requireSecondFactor(viewer, request.routeOptions.config);
    if (access !== undefined) requireAccess(viewer, access);
  };
  // With a callback: an async hook would cost each event of the collector, whose routes are public, a promise and a
  // microtask.
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.is404 || request.routeOptions.config.access === 'public') return done();
    identify(request).then(() => done(), done);
  });
};

/** Signs the access token of a session that begins or is refreshed. */
export const signAccess = (
  app: FastifyInstance,
  clock: Clock,
  who: { userId: number; companyId: number; family: string },
): string => {
  const iat = Math.floor(clock.now() / 1000);
  return app.jwt.sign({
    sub: String(who.userId),
    company: who.companyId,
    family: who.family,
    iat,
    exp: iat + ACCESS_LIFETIME_MS / 1000,
  });
};
