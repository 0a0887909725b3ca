import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { serveEntity } from '../records/crud.ts';
import type { Entity } from '../records/entity.ts';
import { softDeleteComponents, registerSoftDelete } from '../records/soft-delete.ts';
import { roles } from './people.ts';
import { authorOf } from '../records/writes.ts';
import { Failure } from '../http/failures.ts';
import { creationOf, creationQuery } from '../http/idempotency.ts';
import { API } from '../http/openapi.ts';
import { Closed, Id } from '../http/schemas.ts';
import type { TypedApp } from '../http/typed-app.ts';
import type { Dependencies } from '../dependencies.ts';
import {
  insertRole,
  listRoles,
  removeRoles,
  restoreRoles,
  updateRole,
  type RoleValues,
} from '../store/postgres/accounts/roles.ts';
import { shownRoleName, storedRoleName } from '../wording/reader-texts.ts';
import { RoleChange, RoleForm, RolePermissions } from './schemas.ts';
import type { Permissions, RoleBase, Viewers } from '../http/visibility.ts';

/** Role code that the console uses where it could not read the permissions of a user. */
const RESERVED = 'default';
const ACCOUNTS = { access: { write: 'accounts' } } as const;

const valuesOf = (form: {
  role_name: string;
  role_code: string;
  base: RoleBase;
  permissions: Permissions;
}): RoleValues => {
  const name = form.role_name.trim();
  if (name === '') throw new Failure('invalid', { fields: { role_name: ['required'] } });
  if (form.role_code === RESERVED) throw new Failure('invalid', { fields: { role_code: ['taken'] } });
  const { role_code: code, base, permissions } = form;
  return { name: storedRoleName({ name, code, base }), code, base, permissions };
};

/** Registers the route that answers the permissions of all roles. */
const serveRolePermissions = (app: TypedApp, db: Dependencies['db']): void => {
  app.get(
    `${API}/roles/permissions/`,
    {
      config: { access: { personOrKey: 'administration' } },
      schema: {
        operationId: 'rolePermissions',
        tags: ['roles'],
        summary:
          'All roles that are not deleted, with their permissions; agency users get their own role only',
        response: { 200: RolePermissions.ref },
      },
    },
    async ({ viewer }) => {
      const found = await listRoles(db, viewer.companyId, viewer.base === 'agency' ? viewer.userId : null);
      return {
        results: found.map(({ id, name, code, base, permissions }) => ({
          role_id: id,
          role_name: shownRoleName({ name, code, base }, viewer.locale),
          role_code: code,
          base,
          permissions,
        })),
      };
    },
  );
};

/** Routes of roles: the list, the permissions, and changes by administrators. */
export const roleRoutes: FastifyPluginAsyncTypebox<{ parts: Dependencies; viewers: Viewers }> = async (
  app,
  { parts, viewers },
) => {
  const { db } = parts;
  const { row, find } = serveEntity(app, parts, roles as Entity);
  for (const { schema } of [RoleForm, RoleChange, ...softDeleteComponents]) app.addSchema(schema);

  serveRolePermissions(app, db);

  app.post(
    `${API}/roles/`,
    {
      config: ACCOUNTS,
      schema: {
        operationId: 'createRole',
        tags: ['roles'],
        summary: 'Create a role',
        querystring: creationQuery,
        body: RoleForm.ref,
        response: { 201: row },
      },
    },
    async (request, reply) => {
      const { body, query } = request;
      const creation = creationOf(query, 'roles', body);
      const id = await insertRole(db, authorOf(request, parts), valuesOf(body), creation);
      return reply.code(201).send(await find(request.viewer, id));
    },
  );

  app.put(
    `${API}/roles/:id/`,
    {
      config: ACCOUNTS,
      schema: {
        operationId: 'updateRole',
        tags: ['roles'],
        summary: 'Update a role',
        params: Closed({ id: Id() }),
        body: RoleChange.ref,
        response: { 200: row },
      },
    },
    async request => {
      const { viewer, params, body } = request;
      await updateRole(db, authorOf(request, parts), params.id, {
        values: valuesOf(body),
        seen: new Date(body.updated_at),
      });
      viewers.forget(viewer.companyId);
      return find(viewer, params.id);
    },
  );

  registerSoftDelete(app, roles, {
    ...ACCOUNTS,
    summary: 'Delete a role; it can be restored',
    mark: async (request, ids, status) => {
      await (status ? restoreRoles : removeRoles)(db, authorOf(request, parts), ids);
      viewers.forget(request.viewer.companyId);
    },
  });
};
