import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { UNCHANGED_SECRET } from '../records/entity.ts';
import { authorOf } from '../records/writes.ts';
import { Failure } from '../http/failures.ts';
import { requireKnownProduct } from '../http/visibility.ts';
import { API } from '../http/openapi.ts';
import { Closed, Id } from '../http/schemas.ts';
import type { Dependencies } from '../dependencies.ts';
import { recordChanges, type Author } from '../store/postgres/engine/audit-log.ts';
import {
  lockServerConversionSettings,
  readServerConversionSettings,
  removePreviousConversionKey,
  replaceConversionKey,
} from '../store/postgres/companies/server-conversion-settings.ts';
import { DAY } from '../platform/time.ts';
import { ConversionKey } from './schemas.ts';

/** Milliseconds for which the previous key is valid after a rotation, so that every server can be changed. */
export const KEY_OVERLAP_MS = 7 * DAY;

/**
 * Creates a new key; the present one becomes the previous one. @throws {Failure} `not_found`, `previous_key_valid`
 */
const rotateKey = async (
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  author: Author,
  companyId: number,
  id: number,
): Promise<void> => {
  await db.transaction(async tx => {
    const keys = await lockServerConversionSettings(tx, companyId, id);
    if (keys === null) throw new Failure('not_found');
    // A second rotation would invalidate the previous key at once, and disconnect the servers that still use it.
    if (keys.previousUntil !== null && keys.previousUntil.getTime() > clock.now())
      throw new Failure('previous_key_valid');
    const until = new Date(clock.now() + KEY_OVERLAP_MS);
    await replaceConversionKey(tx, companyId, id, until);
    await recordChanges(tx, author, 'products', [
      {
        rowId: id,
        action: 'update',
        before: { conversion_key: UNCHANGED_SECRET, previous_conversion_key_until: null },
        after: { conversion_key: UNCHANGED_SECRET, previous_conversion_key_until: until.toISOString() },
      },
    ]);
  });
};

/** Invalidates the previous key, if there is one. @throws {Failure} `not_found` */
const endPreviousKey = async (
  { db }: Pick<Dependencies, 'db'>,
  author: Author,
  companyId: number,
  id: number,
): Promise<void> => {
  await db.transaction(async tx => {
    const keys = await lockServerConversionSettings(tx, companyId, id);
    if (keys === null) throw new Failure('not_found');
    if (keys.previousUntil === null) return;
    await removePreviousConversionKey(tx, companyId, id);
    await recordChanges(tx, author, 'products', [
      {
        rowId: id,
        action: 'update',
        before: { previous_conversion_key_until: keys.previousUntil.toISOString() },
        after: { previous_conversion_key_until: null },
      },
    ]);
  });
};

/**
 * Routes that rotate a product's conversion key, which authenticates its server at `/cv`. The audit log records the
 * rotation without the keys.
 */
export const conversionKeyRoutes: FastifyPluginAsyncTypebox<{
  parts: Pick<Dependencies, 'db' | 'clock'>;
}> = async (app, { parts }) => {
  const { db } = parts;
  const params = Closed({ id: Id() });
  const config = { access: { write: 'settings' } } as const;
  app.addSchema(ConversionKey.schema);

  const answer = async (companyId: number, productId: number) => {
    const keys = await readServerConversionSettings(db, companyId, productId);
    if (keys === null) throw new Failure('not_found');
    return {
      conversion_key: keys.conversionKey,
      previous_conversion_key_until: keys.previousUntil?.toISOString() ?? null,
    };
  };

  const changes = [
    {
      path: '',
      change: rotateKey,
      operationId: 'rotateConversionKey',
      summary: 'Create a new conversion key; the previous key remains valid for seven days',
    },
    {
      path: 'end_previous/',
      change: endPreviousKey,
      operationId: 'endPreviousConversionKey',
      summary: 'Revoke the previous conversion key',
    },
  ];
  for (const { path, change, operationId, summary } of changes)
    app.post(
      `${API}/products/:id/conversion_key/${path}`,
      {
        config,
        schema: { operationId, tags: ['products'], summary, params, response: { 200: ConversionKey.ref } },
      },
      async request => {
        const { viewer } = request;
        const { id } = request.params;
        requireKnownProduct(viewer, id);
        await change(parts, authorOf(request, parts), viewer.companyId, id);
        return answer(viewer.companyId, id);
      },
    );
};
