import type { FastifyPluginAsync } from 'fastify';
import type { Viewers } from '../http/visibility.ts';
import type { Viewer } from '../http/visibility.ts';
import { serveEntity } from '../records/crud.ts';
import type { Entity } from '../records/entity.ts';
import { softDeleteComponents } from '../records/soft-delete.ts';
import { serveWrites } from '../records/writes.ts';
import { Failure } from '../http/failures.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Guard } from '../store/postgres/entities/entity-write-plan.ts';
import { savedViews } from './saved-views.ts';

/**
 * A view may be changed by its owner; a shared view also by administrators, who may not unshare it.
 *
 * @throws {Failure} `not_found`: another user's view that is not visible; `forbidden`: a shared view of another user
 */
const requireOwn =
  (viewer: Viewer): Guard =>
  async (_tx, { before, after }) => {
    if (before === null || before['user_id'] === viewer.userId) return;
    // Users of agencies do not see the shared views of the company.
    if (before['shared'] !== true || viewer.base === 'agency') throw new Failure('not_found');
    if (viewer.base !== 'admin' || after['shared'] === false) throw new Failure('forbidden');
  };

/** Routes of saved views: the user's own, and the shared ones of the company. */
export const viewRoutes: FastifyPluginAsync<{ parts: Dependencies; viewers: Viewers }> = async (
  app,
  { parts, viewers },
) => {
  for (const { schema } of softDeleteComponents) app.addSchema(schema);
  const entity = savedViews as Entity;
  serveWrites(app, { parts, viewers }, entity, serveEntity(app, parts, entity), {
    access: 'signed-in',
    guard: ({ viewer }) => requireOwn(viewer),
    hidden: ({ viewer }) => ({ userId: viewer.userId }),
  });
};
