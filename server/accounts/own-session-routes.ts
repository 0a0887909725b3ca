import { Type, type FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import { Failure } from '../http/failures.ts';
import { API } from '../http/openapi.ts';
import type { TypedApp } from '../http/typed-app.ts';
import { Closed, component, Nullable, Time } from '../http/schemas.ts';
import type { Viewers } from '../http/visibility.ts';
import { authorOf } from '../records/writes.ts';
import { endOtherSessions, endOwnSession, listSessions } from '../store/postgres/accounts/own-sessions.ts';
import { describeAgent, DEVICES, type Device } from './describe-agent.ts';

/** Sessions in one answer; older ones can be ended all at once only. */
const SESSION_LIST_LIMIT = 100;

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
const SessionId = () => Type.String({ format: 'uuid', pattern: UUID, description: 'ID of the session' });

const Session = component(
  'Session',
  Type.Object({
    id: SessionId(),
    current: Type.Boolean({ description: 'Whether it is the session of this request' }),
    browser: Nullable(Type.String({ description: 'Name of the browser; null: unknown' })),
    os: Nullable(Type.String({ description: 'Name of the operating system; null: unknown' })),
    device: Nullable(
      Type.Unsafe<Device>({
        type: 'string',
        enum: [...DEVICES],
        description: 'Kind of device; null: unknown',
      }),
    ),
    address: Nullable(
      Type.String({ description: 'IP address of the last use; null: the session is older than this list' }),
    ),
    started_at: Nullable(Time('Time of the sign-in; null: the session is older than this list')),
    last_used_at: Time('Time of the last refresh or of the sign-in, at most 15 minutes before the last use'),
  }),
);

const SessionList = component(
  'SessionList',
  Type.Object({
    count: Type.Integer({
      description: `Number of sessions; the list has the ${SESSION_LIST_LIMIT} last used`,
    }),
    results: Type.Array(Session.ref, { maxItems: SESSION_LIST_LIMIT }),
  }),
);

const SessionsRevoked = component(
  'SessionsRevoked',
  Type.Object({ revoked: Type.Integer({ description: 'Number of sessions that ended' }) }),
);

const CONFIG = { access: 'person' } as const;

interface SessionRouteParts {
  readonly parts: Dependencies;
  readonly viewers: Viewers;
}

/** Registers the route with which users list their sessions. */
const serveList = (app: TypedApp, { db, clock }: Dependencies): void => {
  app.get(
    `${API}/users/me/sessions/`,
    {
      config: CONFIG,
      schema: {
        operationId: 'mySessions',
        tags: ['users'],
        summary: 'Sessions of the signed-in user, the present one first',
        response: { 200: SessionList.ref },
      },
    },
    async ({ viewer, claims }) => {
      const { count, rows } = await listSessions(db, viewer, {
        at: new Date(clock.now()),
        first: claims.family,
        limit: SESSION_LIST_LIMIT,
      });
      return {
        count,
        results: rows.map(({ family, startedAt, address, userAgent, lastUsedAt }) => ({
          id: family,
          current: family === claims.family,
          ...describeAgent(userAgent ?? ''),
          address,
          started_at: startedAt?.toISOString() ?? null,
          last_used_at: lastUsedAt.toISOString(),
        })),
      };
    },
  );
};

/** Registers the routes with which users end their sessions. */
const serveRevocation = (app: TypedApp, { parts, viewers }: SessionRouteParts): void => {
  const { db } = parts;
  const ownerOf = (request: Pick<FastifyRequest, 'viewer' | 'ip' | 'headers'>) => ({
    ...authorOf(request, parts),
    userId: request.viewer.userId,
  });

  app.post(
    `${API}/users/me/sessions/:id/revoke/`,
    {
      config: CONFIG,
      schema: {
        operationId: 'revokeSession',
        tags: ['users'],
        summary: 'End a session of the signed-in user; its tokens are refused from then on',
        params: Closed({ id: SessionId() }),
        response: { 200: SessionsRevoked.ref },
      },
    },
    async request => {
      if (!(await endOwnSession(db, ownerOf(request), request.params.id))) throw new Failure('not_found');
      viewers.forget(request.viewer.companyId);
      return { revoked: 1 };
    },
  );

  app.post(
    `${API}/users/me/sessions/revoke_others/`,
    {
      config: CONFIG,
      schema: {
        operationId: 'revokeOtherSessions',
        tags: ['users'],
        summary: 'End all sessions of the signed-in user except the present one',
        response: { 200: SessionsRevoked.ref },
      },
    },
    async request => {
      const revoked = await endOtherSessions(db, ownerOf(request), request.claims.family);
      viewers.forget(request.viewer.companyId);
      return { revoked };
    },
  );
};

/**
 * Routes with which users list and end their own sessions. No user reads or ends a session of another, not even an
 * administrator, who ends all sessions of a user by a new password, another role or a deletion.
 */
export const ownSessionRoutes: FastifyPluginAsyncTypebox<SessionRouteParts> = async (
  app,
  { parts, viewers },
) => {
  for (const { schema } of [Session, SessionList, SessionsRevoked]) app.addSchema(schema);
  serveList(app, parts);
  serveRevocation(app, { parts, viewers });
};
