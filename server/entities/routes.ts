import type { FastifyPluginAsync } from 'fastify';
import type { Viewers } from '../http/visibility.ts';
import type { Dependencies } from '../dependencies.ts';
import { requireNoUsers } from '../store/postgres/entities/agencies.ts';
import type { EntityName } from '../store/postgres/entities/entity-sources.ts';
import type { Guard } from '../store/postgres/entities/entity-write-plan.ts';
import { serveEntity } from '../records/crud.ts';
import { ChangedField, changes } from '../records/changes.ts';
import { entities } from './entities.ts';
import type { Entity } from '../records/entity.ts';
import { softDeleteComponents } from '../records/soft-delete.ts';
import { AdParameters, AdParametersForm, LpoEntry, LpoEntryForm } from './referenced-rows.ts';
import { serveWrites } from '../records/writes.ts';

/** Checks of entities before a row is changed, in the transaction. */
const GUARDS: Partial<Readonly<Record<EntityName, Guard>>> = { agencies: requireNoUsers };

/** Routes of all entities, and of the audit log. */
export const entityRoutes: FastifyPluginAsync<{ parts: Dependencies; viewers: Viewers }> = async (
  app,
  { parts, viewers },
) => {
  for (const { schema } of [
    ...softDeleteComponents,
    ChangedField,
    LpoEntry,
    LpoEntryForm,
    AdParameters,
    AdParametersForm,
  ])
    app.addSchema(schema);
  serveEntity(app, parts, changes as Entity);
  for (const entity of entities) {
    const served = serveEntity(app, parts, entity as Entity);
    const guard = GUARDS[entity.name];
    serveWrites(app, { parts, viewers }, entity as Entity, served, guard && { guard: () => guard });
  }
};
