import type { FastifyPluginAsync } from 'fastify';
import type { Viewers } from '../accounts/viewers.ts';
import { Removed } from '../accounts/schemas.ts';
import type { Parts } from '../parts.ts';
import { changeRoutes } from './change-routes.ts';
import { serveEntity } from './crud.ts';
import { entities } from './entities.ts';
import type { Entity } from './entity.ts';
import { AdParameters, AdParametersForm, LpoEntry, LpoEntryForm } from './parts.ts';
import { RowIds, RowsMarked, serveWrites } from './writes.ts';

/** The lists and rows of every plain entity, their changes, and the log of all changes. */
export const entityRoutes: FastifyPluginAsync<{ parts: Parts; viewers: Viewers }> = async (app, { parts, viewers }) => {
  for (const { schema } of [Removed, RowIds, RowsMarked, LpoEntry, LpoEntryForm, AdParameters, AdParametersForm]) app.addSchema(schema);
  for (const entity of entities) {
    const served = serveEntity(app, parts, entity as Entity);
    serveWrites(app, { parts, viewers }, entity as Entity, served);
  }
  await app.register(changeRoutes, { parts });
};
