import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientOf } from '../http/client.ts';
import { Failure } from '../http/failures.ts';
import { API } from '../http/openapi.ts';
import { aMinute, limitRates } from '../http/rates.ts';
import type { TypedApp } from '../http/typed-app.ts';
import type { Dependencies } from '../dependencies.ts';
import { loadProfile, type Profile } from '../store/postgres/accounts/accounts.ts';
import { shownRoleName } from '../wording/reader-texts.ts';
import { networkOf } from '../platform/allowed-addresses.ts';
import { invitationRoutes } from './invitation-routes.ts';
import { passwordRoutes } from './password-routes.ts';
import { roleRoutes } from './role-routes.ts';
import {
  ChallengeForm,
  ChallengeToken,
  Me,
  MyPermissions,
  PasskeyAnswerForm,
  PasskeyOptions,
  PermissionLevelWord,
  PermissionMap,
  RolePermissions,
  SignedIn,
  SignedOut,
  SignInForm,
  Tokens,
} from './schemas.ts';
import { readDeviceCookie, writeDeviceCookie } from './device-cookie.ts';
import { secondFactorRoutes } from './second-factor-routes.ts';
import { serveRenewals } from './renewal-routes.ts';
import { ownSessionRoutes } from './own-session-routes.ts';
import { createGrantAnswer } from './session-answers.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { userRoutes } from './user-routes.ts';
import { lacksSecondFactor, type Viewer, type Viewers } from '../http/visibility.ts';
import { countCalls } from '../store/postgres/operations/usage.ts';

/** The name of a user's role as the user sees it. */
const roleNameOf = ({ roleName: name, roleCode: code, base }: Profile, { locale }: Viewer): string =>
  shownRoleName({ name, code, base }, locale);

/** Sign-ins per minute and network, successful or not: each costs 27 ms of a core. */
const SIGN_INS_A_MINUTE = 60;

const COMPONENTS = [
  SignedIn,
  Tokens,
  SignedOut,
  Me,
  PasskeyOptions,
  PermissionLevelWord,
  PermissionMap,
  MyPermissions,
  RolePermissions,
];

export interface SessionRouteParts {
  readonly sessions: Sessions;
  readonly answer: ReturnType<typeof createGrantAnswer>;
}

/** Registers the first step of a sign-in. */
const serveSignIn = (app: TypedApp, { sessions, answer }: SessionRouteParts): void => {
  app.post(
    `${API}/auth/signin/`,
    {
      config: { access: 'public', rateLimit: aMinute(SIGN_INS_A_MINUTE) },
      schema: {
        operationId: 'signIn',
        tags: ['auth'],
        summary: 'Sign in; a user with a second factor gets a challenge instead of tokens',
        body: SignInForm,
        response: { 200: SignedIn.ref },
      },
    },
    async (request, reply) => {
      const { company_id: companyCode, email, password, ...place } = request.body;
      const begun = await sessions.signIn({ companyCode, email, password }, clientOf(request), userId =>
        readDeviceCookie(request.headers.cookie, userId),
      );
      return 'refresh' in begun
        ? { ...answer(begun, place, request, reply), challenge: null }
        : {
            access: null,
            refresh: null,
            lifetime: null,
            session: null,
            challenge: {
              token: begun.token,
              lifetime: begun.lifetimeMs,
              app: begun.methods.hasApp,
              passkey: begun.methods.hasPasskey,
            },
          };
    },
  );
};

/** Creates the end of a sign-in's second step, which may remember the browser. */
const createFinish =
  ({ sessions, answer }: SessionRouteParts) =>
  async (
    request: FastifyRequest<{ Body: { readonly cookie?: boolean; readonly auto_login?: boolean } }>,
    reply: FastifyReply,
    form: Parameters<Sessions['answerChallenge']>[0],
  ) => {
    const grant = await sessions.answerChallenge(form, clientOf(request));
    if (grant.device !== null) void reply.header('set-cookie', writeDeviceCookie(grant.userId, grant.device));
    return answer(grant, request.body, request, reply);
  };

/** Registers the second step of a sign-in by a code. */
const serveCodeStep = (app: TypedApp, parts: SessionRouteParts): void => {
  const finish = createFinish(parts);
  app.post(
    `${API}/auth/second_factor/`,
    {
      config: { access: 'public', rateLimit: aMinute(SIGN_INS_A_MINUTE) },
      schema: {
        operationId: 'answerChallenge',
        tags: ['auth'],
        summary: 'Second step of a sign-in: answer its challenge with a code',
        body: ChallengeForm,
        response: { 200: Tokens.ref },
      },
    },
    async (request, reply) => {
      const { challenge, code, remember = false } = request.body;
      return finish(request, reply, { challenge, answer: { code }, remember });
    },
  );
};

/** Registers the second step of a sign-in by a passkey. */
const servePasskeyStep = (app: TypedApp, parts: SessionRouteParts): void => {
  const finish = createFinish(parts);
  app.post(
    `${API}/auth/second_factor/passkey/begin/`,
    {
      config: { access: 'public', rateLimit: aMinute(SIGN_INS_A_MINUTE) },
      schema: {
        operationId: 'beginPasskeyAnswer',
        tags: ['auth'],
        summary:
          'Second step of a sign-in: what the browser is asked for, to answer its challenge with a passkey',
        body: ChallengeToken,
        response: { 200: PasskeyOptions.ref },
      },
    },
    async request => ({
      options: await parts.sessions.askForPasskey(request.body.challenge, clientOf(request)),
    }),
  );

  app.post(
    `${API}/auth/second_factor/passkey/`,
    {
      config: { access: 'public', rateLimit: aMinute(SIGN_INS_A_MINUTE) },
      schema: {
        operationId: 'answerChallengeByPasskey',
        tags: ['auth'],
        summary: 'Second step of a sign-in: answer its challenge with a passkey',
        body: PasskeyAnswerForm,
        response: { 200: Tokens.ref },
      },
    },
    async (request, reply) => {
      const { challenge, credential, remember = false } = request.body;
      return finish(request, reply, { challenge, answer: { credential }, remember });
    },
  );
};

/** Registers the routes with which users read their own profile and permissions. */
const serveProfile = (app: TypedApp, { db }: Dependencies): void => {
  /** Reads the profile of the signed-in user. @throws {Failure} `unauthenticated`: the user was deleted meanwhile */
  const profileOf = async (viewer: { readonly userId: number; readonly companyId: number }) => {
    const profile = await loadProfile(db, viewer);
    if (profile === null) throw new Failure('unauthenticated');
    return profile;
  };

  app.get(
    `${API}/users/me/`,
    {
      config: { access: 'person', beforeSecondFactor: true },
      schema: {
        operationId: 'me',
        tags: ['users'],
        summary: 'The signed-in user',
        response: { 200: Me.ref },
      },
    },
    async ({ viewer }) => {
      const profile = await profileOf(viewer);
      return {
        id: profile.id,
        name: profile.name,
        email: profile.email,
        role_name: roleNameOf(profile, viewer),
        role_code: profile.roleCode,
        company_id: profile.companyId,
        company_name: profile.companyName,
        agency: profile.agency,
        last_login: profile.lastLogin?.toISOString() ?? null,
        second_factor_missing: lacksSecondFactor(viewer),
      };
    },
  );

  app.get(
    `${API}/users/me/permissions/`,
    {
      config: { access: 'person' },
      schema: {
        operationId: 'myPermissions',
        tags: ['users'],
        summary: 'Permissions of the signed-in user',
        response: { 200: MyPermissions.ref },
      },
    },
    async ({ viewer }) => {
      const profile = await profileOf(viewer);
      const { roleCode, base, permissions } = profile;
      return { role_name: roleNameOf(profile, viewer), role_code: roleCode, base, permissions };
    },
  );
};

/**
 * Routes of sessions, profiles, users, invitations, roles and passwords.
 *
 * @param options.ordered called after a mail was queued
 */
export const accountRoutes: FastifyPluginAsyncTypebox<{
  parts: Dependencies;
  viewers: Viewers;
  ordered: () => void;
}> = async (app, { parts, viewers, ordered }) => {
  for (const { schema } of COMPONENTS) app.addSchema(schema);
  await limitRates(app, countCalls(parts.db), ({ ip }) => networkOf(ip));
  await app.register(passwordRoutes, { parts, viewers, ordered });
  await app.register(userRoutes, { parts, viewers, ordered });
  await app.register(invitationRoutes, { parts, ordered });
  await app.register(roleRoutes, { parts, viewers });
  await app.register(ownSessionRoutes, { parts, viewers });
  await app.register(secondFactorRoutes, { parts, viewers, ordered });
  const { db, clock, secrets, settings } = parts;
  const sessionParts = {
    sessions: createSessions({ db, clock, secrets, settings, viewers }),
    answer: createGrantAnswer(app, parts),
  };
  serveSignIn(app, sessionParts);
  serveCodeStep(app, sessionParts);
  servePasskeyStep(app, sessionParts);
  serveRenewals(app, sessionParts, parts);
  serveProfile(app, parts);
};
