import type { FastifyPluginAsync } from 'fastify';
import type { Parts } from '../parts.ts';
import { serveEntity } from './crud.ts';
import { entities } from './entities.ts';
import type { Entity } from './entity.ts';
import { AdParameters, LpoEntry } from './parts.ts';

/** The lists and rows of every plain entity. */
export const entityRoutes: FastifyPluginAsync<{ parts: Parts }> = async (app, { parts }) => {
  for (const { schema } of [LpoEntry, AdParameters]) app.addSchema(schema);
  for (const entity of entities) serveEntity(app, parts.db, entity as Entity);
};
