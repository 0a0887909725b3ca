import type { FastifyPluginAsync } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import { Failure } from '../http/failures.ts';
import { mayWrite, type Viewer, type Viewers } from '../http/visibility.ts';
import { serveEntity } from '../records/crud.ts';
import type { Entity } from '../records/entity.ts';
import { reachOf } from '../records/list.ts';
import { softDeleteComponents } from '../records/soft-delete.ts';
import { serveWrites } from '../records/writes.ts';
import { findEntity } from '../store/postgres/entities/entities.ts';
import type { Guard } from '../store/postgres/entities/entity-write-plan.ts';
import { dayNotes } from './day-notes.ts';

/**
 * A note may be changed by its author, and by users who may change the settings of its product. Every user writes
 * notes on the products that the user may see.
 *
 * @throws {Failure} `not_found`: the viewer does not see the note; `forbidden`: another user's note
 */
const requireAuthor =
  (viewer: Viewer): Guard =>
  async (tx, { id, before }) => {
    if (before === null) return;
    if ((await findEntity(tx, dayNotes.name, reachOf(viewer), id, [])) === null)
      throw new Failure('not_found');
    if (before['user_id'] !== viewer.userId && !mayWrite(viewer, 'settings')) throw new Failure('forbidden');
  };

/** Routes of notes on days. */
export const dayNoteRoutes: FastifyPluginAsync<{ parts: Dependencies; viewers: Viewers }> = async (
  app,
  { parts, viewers },
) => {
  for (const { schema } of softDeleteComponents) app.addSchema(schema);
  const entity = dayNotes as Entity;
  serveWrites(app, { parts, viewers }, entity, serveEntity(app, parts, entity), {
    access: { personOrKey: 'reports' },
    guard: ({ viewer }) => requireAuthor(viewer),
    hidden: ({ viewer }) => ({ userId: viewer.userId }),
  });
};
