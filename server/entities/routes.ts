import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Viewers } from '../http/visibility.ts';
import type { Dependencies } from '../dependencies.ts';
import { requireNoUsers } from '../store/postgres/entities/agencies.ts';
import { guardGroupRole, guardProvider } from '../store/postgres/accounts/identity-providers.ts';
import type { EntityName } from '../store/postgres/entities/entity-sources.ts';
import type { Guard } from '../store/postgres/entities/entity-write-plan.ts';
import { serveEntity } from '../records/crud.ts';
import { ChangedField, changes } from '../records/changes.ts';
import { entities } from './entities.ts';
import type { Entity } from '../records/entity.ts';
import { softDeleteComponents } from '../records/soft-delete.ts';
import { AdParameters, AdParametersForm, LpoEntry, LpoEntryForm } from './referenced-rows.ts';
import { sealFields } from './sealing.ts';
import { authorOf, serveWrites } from '../records/writes.ts';

/** Checks of entities before a row is changed, in the transaction. */
const GUARDS: Partial<Readonly<Record<EntityName, (request: FastifyRequest, parts: Dependencies) => Guard>>> =
  {
    agencies: () => requireNoUsers,
    identityProviders: (request, parts) =>
      guardProvider(authorOf(request, parts), { allowPlain: parts.settings.issuerAllowPrivate }),
    groupRoles: request => guardGroupRole(request.viewer),
  };

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
  for (const declared of entities) {
    const entity = sealFields(declared as Entity, parts.secrets.jwt);
    const served = serveEntity(app, parts, entity);
    const guard = GUARDS[declared.name];
    serveWrites(
      app,
      { parts, viewers },
      entity,
      served,
      guard && { guard: request => guard(request, parts) },
    );
  }
};
