import type { FastifyPluginAsync } from 'fastify';
import type { Viewers } from '../http/visibility.ts';
import type { Viewer } from '../http/visibility.ts';
import { serveEntity } from '../records/crud.ts';
import type { Entity } from '../records/entity.ts';
import { markComponents } from '../records/soft-delete.ts';
import { serveWrites } from '../records/writes.ts';
import { Failure } from '../http/failures.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Guard } from '../store/postgres/entities/entity-writes.ts';
import { savedViews } from './saved-views.ts';

/**
 * A view is its owner's to change, and a shared one an administrator's too, who may delete it but not put it
 * out of his own sight.
 *
 * @throws {Failure} `not_found`: somebody else's of his own, whose existence is not told; `forbidden`: shared
 *   with him, but not his
 */
const requireOwn =
  (viewer: Viewer): Guard =>
  async (_tx, { before, after }) => {
    if (before === null || before['user_id'] === viewer.userId) return;
    // An agency's user may not even see those of the house.
    if (before['shared'] !== true || viewer.base === 'agency') throw new Failure('not_found');
    if (viewer.base !== 'admin' || after['shared'] === false) throw new Failure('forbidden');
  };

/** Saved views: everybody's own, and the company's shared ones. */
export const viewRoutes: FastifyPluginAsync<{ parts: Dependencies; viewers: Viewers }> = async (
  app,
  { parts, viewers },
) => {
  for (const { schema } of markComponents) app.addSchema(schema);
  const entity = savedViews as Entity;
  serveWrites(app, { parts, viewers }, entity, serveEntity(app, parts, entity), {
    access: 'signed-in',
    guard: ({ viewer }) => requireOwn(viewer),
    hidden: ({ viewer }) => ({ userId: viewer.userId }),
  });
};
