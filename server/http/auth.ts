import { createSigner, createVerifier } from 'fast-jwt';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KeyCallers, Viewer, Viewers } from './visibility.ts';
import type { Clock } from '../platform/clock.ts';
import { ofEachKey, type KeyRing } from '../platform/key-ring.ts';
import { MINUTE } from '../platform/time.ts';
import { requireAccess, requireSecondFactor } from './access.ts';
import { API_KEY_PREFIX } from './api-key.ts';
import { clientOf } from './client.ts';
import { namedLocale } from '../wording/accepted-locale.ts';
import { Failure } from './failures.ts';
import { limitCallers, type CountCall } from './rates.ts';

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

/** Signs and verifies access tokens. */
interface AccessTokens {
  sign(claims: Claims): string;
  /**
   * @returns the claims, whose form is unknown
   * @throws no accepted key signed the token, or issuer or audience are others
   */
  read(token: string): unknown;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly accessTokens: AccessTokens;
  }
  interface FastifyRequest {
    /** The signed-in user, or the caller with an API key. Reading it on a public route throws. */
    readonly viewer: Viewer;
    /** Claims of the access token. Reading them on a route that is public or accepts API keys throws. */
    readonly claims: Claims;
    /** `claims` null: the caller has an API key. */
    session: { readonly viewer: Viewer; readonly claims: Claims | null } | null;
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
 * The algorithm is fixed, so that a token cannot choose `none`; issuer and audience are required, because the library
 * compares them only where present; expiry is checked by the program's clock.
 */
const createAccessTokens = (keys: KeyRing): AccessTokens => {
  const signerOf = ofEachKey(key => createSigner({ key, algorithm: 'HS256', iss: ISSUER, aud: AUDIENCE }));
  const verifierOf = ofEachKey(key =>
    createVerifier({
      key,
      algorithms: ['HS256'],
      allowedIss: ISSUER,
      allowedAud: AUDIENCE,
      requiredClaims: ['iss', 'aud'],
      ignoreExpiration: true,
    }),
  );
  const readBy = ([key = '', ...previous]: readonly string[], token: string): unknown => {
    try {
      return verifierOf(key)(token) as unknown;
    } catch (error) {
      if (previous.length === 0) throw error;
      return readBy(previous, token);
    }
  };
  return {
    sign: claims => signerOf(keys.current())({ ...claims }),
    read: token => readBy(keys.accepted(), token),
  };
};

/** Finds the viewer of an access token. */
const createSessionReader =
  (app: FastifyInstance, clock: Clock, viewers: Viewers) =>
  async (token: string): Promise<{ readonly viewer: Viewer; readonly claims: Claims }> => {
    let claims: unknown;
    try {
      claims = app.accessTokens.read(token);
    } catch (cause) {
      throw new Failure('unauthenticated', { cause });
    }
    if (!isClaims(claims) || claims.exp * 1000 <= clock.now()) throw new Failure('unauthenticated');
    const viewer = await viewers.find(claims);
    if (viewer === null) throw new Failure('unauthenticated');
    return { viewer, claims };
  };

/** Finds the viewer of an API key. */
const createKeyReader = (callers: KeyCallers) => async (request: FastifyRequest, secret: string) => {
  const viewer = await callers.find(secret, clientOf(request));
  if (viewer?.key === undefined) throw new Failure('key_refused');
  return { viewer, claims: null };
};

/** Authenticates every request to a route that is not public, and checks its access. */
export const authenticate = async (
  app: FastifyInstance,
  options: {
    keys: KeyRing;
    clock: Clock;
    viewers: Viewers;
    keyCallers: KeyCallers;
    requestsPerMinute: number;
    countRequest: CountCall;
  },
): Promise<void> => {
  app.decorate('accessTokens', createAccessTokens(options.keys));
  app.decorateRequest('session', null);
  app.decorateRequest('viewer', {
    getter() {
      return sessionOf(this).viewer;
    },
  });
  app.decorateRequest('claims', {
    getter() {
      const { claims } = sessionOf(this);
      if (claims === null) throw new Error(`${this.url} accepts API keys, which have no claims`);
      return claims;
    },
  });
  const readSession = createSessionReader(app, options.clock, options.viewers);
  const readKey = createKeyReader(options.keyCallers);
  const countRequest = await limitCallers(app, options.countRequest, options.requestsPerMinute);

  const identify = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { access } = request.routeOptions.config;
    const token = bearerOf(request);
    const { viewer, claims } = token.startsWith(API_KEY_PREFIX)
      ? await readKey(request, token)
      : await readSession(token);
    const locale = namedLocale(request.headers['accept-language']);
    request.session = { claims, viewer: locale === undefined ? viewer : { ...viewer, locale } };
    await countRequest(request, reply);
    requireSecondFactor(request.session.viewer, request.routeOptions.config);
    if (access !== undefined) requireAccess(request.session.viewer, access, request.method);
  };
  // With a callback: an async hook would cost each event of the collector, whose routes are public, a promise and a
  // microtask.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404 || request.routeOptions.config.access === 'public') return done();
    identify(request, reply).then(() => done(), done);
  });
};

/** Signs the access token of a session that begins or is refreshed. */
export const signAccess = (
  app: FastifyInstance,
  clock: Clock,
  who: { userId: number; companyId: number; family: string },
): string => {
  const iat = Math.floor(clock.now() / 1000);
  return app.accessTokens.sign({
    sub: String(who.userId),
    company: who.companyId,
    family: who.family,
    iat,
    exp: iat + ACCESS_LIFETIME_MS / 1000,
  });
};
