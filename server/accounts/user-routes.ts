import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { serveEntity, type ServedEntity } from '../records/crud.ts';
import type { Entity } from '../records/entity.ts';
import { softDeleteComponents, registerSoftDelete } from '../records/soft-delete.ts';
import { users } from './people.ts';
import { authorOf } from '../records/writes.ts';
import { creationOf, creationQuery } from '../http/idempotency.ts';
import { API } from '../http/openapi.ts';
import { Closed, Id } from '../http/schemas.ts';
import type { TypedApp } from '../http/typed-app.ts';
import type { Dependencies } from '../dependencies.ts';
import { removeUsers, restoreUsers } from '../store/postgres/accounts/users.ts';
import { UserChange, UserForm } from './schemas.ts';
import { changeUser, makeUser } from './user-changes.ts';
import type { Viewers } from '../http/visibility.ts';
import { acceptedLocale } from '../wording/accepted-locale.ts';

const ACCOUNTS = { access: { write: 'accounts' } } as const;

interface UserRouteParts {
  readonly parts: Dependencies;
  readonly viewers: Viewers;
  /** Called after a mail was queued. */
  readonly ordered: () => void;
}

/** Registers the route that creates a user. */
const serveCreation = (
  app: TypedApp,
  { parts, viewers }: Omit<UserRouteParts, 'ordered'>,
  { row, find }: ServedEntity,
): void => {
  app.post(
    `${API}/users/`,
    {
      config: ACCOUNTS,
      schema: {
        operationId: 'createUser',
        tags: ['users'],
        summary: 'Create a user',
        querystring: creationQuery,
        body: UserForm.ref,
        response: { 201: row },
      },
    },
    async (request, reply) => {
      const { body, viewer, query } = request;
      const { password: _, ...fields } = body;
      const id = await makeUser(parts, authorOf(request, parts), body, creationOf(query, 'users', fields));
      viewers.forget(viewer.companyId);
      return reply.code(201).send(await find(viewer, id));
    },
  );
};

/** Routes of users: the list, one user, and changes by administrators or by the user. */
export const userRoutes: FastifyPluginAsyncTypebox<UserRouteParts> = async (app, options) => {
  const { parts, viewers, ordered } = options;
  const { row, find } = serveEntity(app, parts, users as Entity);
  for (const { schema } of [UserForm, UserChange, ...softDeleteComponents]) app.addSchema(schema);
  const params = Closed({ id: Id() });

  serveCreation(app, { parts, viewers }, { row, find });

  app.patch(
    `${API}/users/:id/`,
    {
      config: { access: 'person' },
      schema: {
        operationId: 'updateUser',
        tags: ['users'],
        summary:
          'Update a user; fields that the request omits keep their values. Users may change their own name and password, administrators all fields of all users',
        params,
        body: UserChange.ref,
        response: { 200: row },
      },
    },
    async request => {
      const {
        viewer,
        claims,
        params: { id },
        body,
      } = request;
      const author = authorOf(request, parts);
      const locale = acceptedLocale(request.headers['accept-language']);
      await changeUser(parts, { viewer, family: claims.family, author, locale }, id, body);
      viewers.forget(viewer.companyId);
      ordered();
      return find(viewer, id);
    },
  );

  registerSoftDelete(app, users, {
    ...ACCOUNTS,
    summary: "Delete a user, who can be restored; the user's sessions end",
    mark: async (request, ids, status) => {
      await (status ? restoreUsers : removeUsers)(parts.db, authorOf(request, parts), ids);
      viewers.forget(request.viewer.companyId);
    },
  });
};
