import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { Viewers } from '../http/visibility.ts';
import type { Viewer } from '../http/visibility.ts';
import { serveEntity } from '../records/crud.ts';
import type { Entity } from '../records/entity.ts';
import { reachOf } from '../records/list.ts';
import { softDeleteComponents } from '../records/soft-delete.ts';
import { serveWrites } from '../records/writes.ts';
import { Failure } from '../http/failures.ts';
import type { Dependencies } from '../dependencies.ts';
import { findEntity } from '../store/postgres/entities/entities.ts';
import type { Guard } from '../store/postgres/entities/entity-write-plan.ts';
import { ReportBoardItem, ReportBoardItemForm, reportBoards } from './report-boards.ts';
import { savedViews } from './saved-views.ts';

/**
 * A view or board may be changed by its owner; a shared one also by administrators, who may not unshare it.
 *
 * @throws {Failure} `not_found`: another user's row that is not visible; `forbidden`: a shared row of another user
 */
const requireOwn =
  (viewer: Viewer): Guard =>
  async (_tx, { before, after }) => {
    if (before === null || before['user_id'] === viewer.userId) return;
    // Users of agencies do not see the shared rows of the company.
    if (before['shared'] !== true || viewer.base === 'agency') throw new Failure('not_found');
    if (viewer.base !== 'admin' || after['shared'] === false) throw new Failure('forbidden');
  };

const viewIdsOf = (row: Readonly<Record<string, unknown>> | null): readonly number[] =>
  ((row?.['items'] ?? []) as readonly { readonly view_id: number }[]).map(({ view_id }) => view_id);

/**
 * New items need a saved view of a report that the user may read. Items that the board has already are not checked:
 * their views may have been deleted since, and the other items can still be arranged.
 *
 * @throws {Failure} `invalid`: no such view; the answer does not say whether it exists
 */
const requireReadableViews =
  (viewer: Viewer): Guard =>
  async (tx, { before, after }) => {
    const known = new Set(viewIdsOf(before));
    const added = [...new Set(viewIdsOf(after))].filter(id => !known.has(id));
    for (const id of added) {
      const view = await findEntity(tx, savedViews.name, reachOf(viewer), id, ['screen', 'status']);
      if (view?.['status'] !== true || !String(view['screen']).startsWith('analysis_'))
        throw new Failure('invalid', { fields: { items: ['absent'] } });
    }
  };

/** Registers an entity whose rows belong to a user, and may be shared. */
const serveOwned = (
  app: FastifyInstance,
  { parts, viewers }: { readonly parts: Dependencies; readonly viewers: Viewers },
  entity: Entity,
  check?: (viewer: Viewer) => Guard,
): void =>
  serveWrites(app, { parts, viewers }, entity, serveEntity(app, parts, entity), {
    access: 'person',
    guard:
      ({ viewer }) =>
      async (tx, change) => {
        await requireOwn(viewer)(tx, change);
        await check?.(viewer)(tx, change);
      },
    hidden: ({ viewer }) => ({ userId: viewer.userId }),
  });

/** Routes of saved views and of boards: the user's own, and the shared ones of the company. */
export const viewRoutes: FastifyPluginAsync<{ parts: Dependencies; viewers: Viewers }> = async (
  app,
  parts,
) => {
  for (const { schema } of [...softDeleteComponents, ReportBoardItem, ReportBoardItemForm])
    app.addSchema(schema);
  serveOwned(app, parts, savedViews as Entity);
  serveOwned(app, parts, reportBoards as Entity, requireReadableViews);
};
