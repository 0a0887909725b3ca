import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { serveEntity } from '../entities/crud.ts';
import type { Entity } from '../entities/entity.ts';
import { users } from '../entities/people.ts';
import { API } from '../http/openapi.ts';
import { Closed, Id } from '../http/schemas.ts';
import type { Parts } from '../parts.ts';
import { changePassword } from './password-changes.ts';
import { UserChange } from './schemas.ts';
import type { Viewers } from './viewers.ts';

/** Users: the list, one, and the change of a password. */
export const userRoutes: FastifyPluginAsyncTypebox<{ parts: Parts; viewers: Viewers }> = async (app, { parts, viewers }) => {
  const { row, find } = serveEntity(app, parts.db, users as Entity);

  app.patch(`${API}/users/:id/`, {
    config: { access: 'signed-in' },
    schema: {
      operationId: 'updateUser', tags: ['users'], summary: 'Change the password: everybody his own, administrators everybody\'s',
      params: Closed({ id: Id() }), body: UserChange, response: { 200: row },
    },
  }, async ({ viewer, claims, params, body }) => {
    await changePassword(parts, viewers, { viewer, family: claims.family }, params.id, { password: body.password, current: body.current_password });
    return find(viewer, params.id);
  });
};
