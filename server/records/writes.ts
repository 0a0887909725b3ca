import { Type, type TProperties, type TSchema } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireProduct, type Viewer, type Viewers } from '../http/visibility.ts';
import type { Access } from '../http/access.ts';
import { creationOf, creationQuery } from '../http/idempotency.ts';
import { userAgentOf } from '../http/client.ts';
import { Failure } from '../http/failures.ts';
import { capital } from '../http/names.ts';
import { API } from '../http/openapi.ts';
import { Closed, component, Id, Time } from '../http/schemas.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Author } from '../store/postgres/engine/audit-log.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import { makeOnce } from '../store/postgres/engine/idempotency.ts';
import { insertEntity, markEntities, updateEntity } from '../store/postgres/entities/entity-writes.ts';
import type { Guard } from '../store/postgres/entities/entity-write-plan.ts';
import { requireHolder } from '../store/postgres/entities/parents.ts';
import type { ServedEntity } from './crud.ts';
import { planChange, planCreation, writtenFields } from './drafts.ts';
import type { Draft, Entity, EntityWriting, Requester } from './entity.ts';
import { registerSoftDelete } from './soft-delete.ts';

/** Write routes of an entity, generated from its descriptor. */

/** Builds the components of an entity's forms: `<component>Form` for creation, `<component>Change` for updates. */
export const formsOf = (
  entity: Entity,
): { readonly form: ReturnType<typeof component>; readonly change: ReturnType<typeof component> } => {
  const fields = writtenFields(entity);
  const isReplacement = entity.writing?.verb === 'put';
  const properties = (of: (name: string, field: (typeof fields)[number][1]) => TSchema): TProperties =>
    Object.fromEntries(fields.map(([name, field]) => [name, of(name, field)]));
  return {
    form: component(
      `${entity.component}Form`,
      Closed(
        properties((_name, { write }) =>
          write.required
            ? write.schema
            : Type.Optional({ ...write.schema, ...withDefault(write.initial, write.schema) }),
        ),
      ),
    ),
    change: component(
      `${entity.component}Change`,
      Closed({
        ...properties((_name, { write }) =>
          isReplacement && write.required && !write.fixed ? write.schema : Type.Optional(write.schema),
        ),
        updated_at: Time(
          'Value of updated_at that the client read; the request fails with conflict if the row has changed since',
        ),
      }),
    ),
  };
};

/** A reference gets no default: OpenAPI 3.0 ignores keywords beside a `$ref`. */
const withDefault = (initial: unknown, schema: object): object =>
  '$ref' in schema ? {} : { default: initial };

/** The author of a change, for the audit log. */
export const authorOf = (
  { viewer, ip, headers }: Pick<FastifyRequest, 'viewer' | 'ip' | 'headers'>,
  parts: Pick<Dependencies, 'clock'>,
): Author => ({
  companyId: viewer.companyId,
  userId: viewer.userId,
  apiKeyId: viewer.key?.id,
  ip,
  userAgent: userAgentOf(headers),
  at: new Date(parts.clock.now()),
});

export interface WriteParts {
  readonly parts: Pick<Dependencies, 'db' | 'clock' | 'settings'>;
  readonly viewers: Viewers;
}

export interface Writes {
  /** Checks each row before its change, inside the transaction. */
  readonly guard?: (request: FastifyRequest) => Guard;
  /** Replaces the access that the descriptor names; `signed-in` requires a guard. */
  readonly access?: Access;
  /** Columns of a new row that no form contains. */
  readonly hidden?: (request: FastifyRequest) => Readonly<Record<string, unknown>>;
}

/**
 * Restricts an API key that is limited to products to their rows; undefined: no such key.
 *
 * @throws {Failure} `not_found`
 */
const requireKeyProducts = ({ name }: Entity, { key, products }: Viewer): Guard | undefined =>
  key?.isLimitedToProducts === true
    ? async (_tx, { id, before, after }) => {
        const productId = name === 'products' ? id : (before ?? after)['product_id'];
        if (!products.includes(Number(productId))) throw new Failure('not_found');
      }
    : undefined;

const both = (one: Guard | undefined, other: Guard | undefined): Guard | undefined =>
  one && other
    ? async (...change) => {
        await one(...change);
        await other(...change);
      }
    : (one ?? other);

const requesterOf = ({ ip, viewer }: Pick<FastifyRequest, 'ip' | 'viewer'>): Requester => ({
  ip,
  hasSecondFactor: viewer.secondFactor?.isEnabled === true,
});
const addressOf = ({ path }: Entity): string => `${API}/${path}/`;
const idOf = (request: FastifyRequest): number => (request.params as { id: number }).id;

/** Dependencies of the write routes of one entity. */
interface WriteContext extends WriteParts {
  readonly entity: Entity;
  readonly served: ServedEntity;
  readonly hidden: Writes['hidden'];
  readonly options: (request: FastifyRequest) => {
    readonly guard: Guard | undefined;
    readonly unique: Readonly<Record<string, string>> | undefined;
  };
}

const serveCreation = (
  app: FastifyInstance,
  { parts, viewers, entity, served, ...rules }: WriteContext,
  form: ReturnType<typeof component>,
  access: Access,
): void => {
  const { hidden, options } = rules;
  const { db } = parts;
  app.addSchema(form.schema);
  app.post(
    addressOf(entity),
    {
      config: { access },
      schema: {
        operationId: `create${capital(entity.one)}`,
        tags: [entity.path],
        summary: 'Create a row',
        querystring: creationQuery,
        body: form.ref,
        response: { 201: served.row },
      },
    },
    async (request, reply) => {
      const { viewer } = request;
      const input = request.body as Draft;
      if (typeof input['product_id'] === 'number') requireProduct(viewer, input['product_id']);
      const plan = planCreation(entity, input, requesterOf(request));
      const author = authorOf(request, parts);
      const make = (tx: Database) =>
        insertEntity(tx, entity.name, author, plan, {
          ...options(request),
          ...(hidden && { hidden: hidden(request) }),
        });
      const id = await db.transaction(tx =>
        makeOnce(tx, author, creationOf(request.query, entity.name, input), () => make(tx)),
      );
      viewers.forget(viewer.companyId);
      return reply.code(201).send(await served.find(viewer, id));
    },
  );
};

/** @param hidesRows whether callers may not see every row that the route could change */
const serveUpdate = (
  app: FastifyInstance,
  { parts, viewers, entity, served, options }: WriteContext,
  change: ReturnType<typeof component>,
  access: Access,
  hidesRows: boolean,
): void => {
  const { db, settings } = parts;
  app.addSchema(change.schema);
  app.route({
    method: entity.writing?.verb === 'put' ? 'PUT' : 'PATCH',
    url: `${addressOf(entity)}:id/`,
    config: { access },
    schema: {
      operationId: `update${capital(entity.one)}`,
      tags: [entity.path],
      summary: 'Update a row; fields that the request omits keep their values',
      params: Closed({ id: Id() }),
      body: change.ref,
      response: { 200: served.row },
    },
    handler: async request => {
      const { viewer } = request;
      const { updated_at: seen, ...fields } = request.body as Draft & { updated_at: string };
      // A viewer who may not see a row must not learn from a conflict that the row exists.
      if (hidesRows || viewer.key?.isLimitedToProducts === true) await served.find(viewer, idOf(request));
      const plan = planChange(entity, fields, requesterOf(request), settings);
      await db.transaction(tx =>
        updateEntity(
          tx,
          entity.name,
          authorOf(request, parts),
          idOf(request),
          { seen: new Date(seen), plan },
          options(request),
        ),
      );
      viewers.forget(viewer.companyId);
      return served.find(viewer, idOf(request));
    },
  });
};

/** The scope that API keys need to write, where it differs from the scope of the role. */
const areaOf = ({ keyScope }: Entity) =>
  keyScope === undefined || keyScope === 'none' ? {} : { area: keyScope };

/** Registers the write routes of an entity. Its components and those of {@link registerSoftDelete} must be registered. */
export const serveWrites = (
  app: FastifyInstance,
  { parts, viewers }: WriteParts,
  entity: Entity,
  served: ServedEntity,
  { guard, access, hidden }: Writes = {},
): void => {
  const { writing } = entity;
  if (writing === undefined) return;
  const { form, change } = formsOf(entity);
  const holder = writing.holder && requireHolder(writing.holder);
  const options = (request: FastifyRequest) => ({
    guard: both(requireKeyProducts(entity, request.viewer), both(guard?.(request), holder)),
    unique: writing.unique as Readonly<Record<string, string>> | undefined,
  });
  const accessFor = (scope: EntityWriting['create']): Access =>
    access ?? { write: scope ?? 'administration', ...areaOf(entity) };
  const context: WriteContext = { parts, viewers, entity, served, hidden, options };

  if (writing.create !== undefined) serveCreation(app, context, form, accessFor(writing.create));
  if (writing.update !== undefined)
    serveUpdate(app, context, change, accessFor(writing.update), access !== undefined);
  if (writing.remove !== undefined) {
    registerSoftDelete(app, entity, {
      access: accessFor(writing.remove),
      summary: 'Delete a row; it can be restored',
      mark: async (request, ids, status) => {
        await parts.db.transaction(tx =>
          markEntities(tx, entity.name, authorOf(request, parts), ids, status, options(request)),
        );
        viewers.forget(request.viewer.companyId);
      },
    });
  }
};
