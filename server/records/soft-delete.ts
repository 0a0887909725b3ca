import { Type } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Access } from '../http/access.ts';
import { API } from '../http/openapi.ts';
import { Closed, component, Id } from '../http/schemas.ts';
import type { Entity } from './entity.ts';
import { capital } from '../http/names.ts';

/** Routes that mark rows as deleted, and that restore them. */

const MAX_IDS = 1000;

const Removed = component('Removed', Type.Object({ id: Id('ID of the deleted row') }));
const RowIds = component(
  'RowIds',
  Closed({
    ids: Type.Array(Id(), {
      minItems: 1,
      maxItems: MAX_IDS,
      uniqueItems: true,
      description: 'IDs of the rows',
    }),
  }),
);
const RowsMarked = component(
  'RowsMarked',
  Type.Object({ ids: Type.Array(Id(), { description: 'IDs of the rows that were deleted or restored' }) }),
);

/** Components that must be registered before {@link registerSoftDelete}. */
export const softDeleteComponents = [Removed, RowIds, RowsMarked] as const;

export interface Marking {
  /** Who may call the routes. */
  readonly access: Access;
  /** Summary of the route that deletes one row, for the contract. */
  readonly summary: string;
  /** Marks all rows or none. @param status false: deleted */
  readonly mark: (request: FastifyRequest, ids: readonly number[], status: boolean) => Promise<void>;
}

export const registerSoftDelete = (
  app: FastifyInstance,
  entity: Pick<Entity, 'name' | 'one' | 'path'>,
  { access, summary, mark }: Marking,
): void => {
  const address = `${API}/${entity.path}/`;
  const tags = [entity.path];
  const config = { access };
  app.delete(
    `${address}:id/`,
    {
      config,
      schema: {
        operationId: `remove${capital(entity.one)}`,
        tags,
        summary,
        params: Closed({ id: Id() }),
        response: { 200: Removed.ref },
      },
    },
    async request => {
      const { id } = request.params as { id: number };
      await mark(request, [id], false);
      return { id };
    },
  );
  for (const [word, what, status] of [
    ['remove', 'Delete several rows; all of them or none', false],
    ['restore', 'Restore deleted rows; all of them or none', true],
  ] as const) {
    app.post(
      `${address}${word}/`,
      {
        config,
        schema: {
          operationId: `${word}${capital(entity.name)}`,
          tags,
          summary: what,
          body: RowIds.ref,
          response: { 200: RowsMarked.ref },
        },
      },
      async request => {
        const { ids } = request.body as { ids: number[] };
        await mark(request, ids, status);
        return { ids };
      },
    );
  }
};
