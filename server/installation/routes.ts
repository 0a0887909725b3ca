import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { indexTracking } from '../collector/tracking-index.ts';
import { Failure } from '../http/failures.ts';
import { mayWrite, requireKnownProduct } from '../http/visibility.ts';
import { API } from '../http/openapi.ts';
import { Closed, Id } from '../http/schemas.ts';
import type { Dependencies } from '../dependencies.ts';
import { tagHosts, tagSeen } from '../store/clickhouse/events/reported-hosts.ts';
import { countUnreadableValues } from '../store/clickhouse/events/unreadable-values.ts';
import { readServerConversionSettings } from '../store/postgres/companies/server-conversion-settings.ts';
import { findSample } from '../store/postgres/companies/sample-data.ts';
import { readTracking } from '../store/postgres/tracking/tracking.ts';
import { DAY } from '../platform/time.ts';
import {
  conversionCallOf,
  HOST_PERIOD_MS,
  installationOf,
  tagOf,
  UNREADABLE_PERIOD_MS,
} from './installation.ts';
import { readNotices } from './notices.ts';
import {
  HostRelation,
  Installation,
  InstallationHost,
  InstallationVerdict,
  RefusedHost,
  UnknownParameter,
} from './schemas.ts';

/**
 * Route of a product's tag and where it was seen. It discloses all pages of the site, so it requires write permission
 * on settings. Keys may read it with the level `read`, but get the conversion key only with `write`.
 */
export const installationRoutes: FastifyPluginAsyncTypebox<{
  parts: Pick<Dependencies, 'db' | 'slices' | 'settings' | 'clock'>;
}> = async (app, { parts: { db, slices, settings, clock } }) => {
  for (const { schema } of [
    InstallationVerdict,
    HostRelation,
    InstallationHost,
    RefusedHost,
    UnknownParameter,
    Installation,
  ])
    app.addSchema(schema);

  app.get(
    `${API}/products/:id/installation/`,
    {
      config: { access: { write: 'settings' } },
      schema: {
        operationId: 'installation',
        tags: ['products'],
        summary: 'The measurement tag of a product, and when and on which hosts it was seen',
        params: Closed({ id: Id() }),
        response: { 200: Installation.ref },
      },
    },
    async ({ viewer, params: { id } }) => {
      requireKnownProduct(viewer, id);
      const keys = await readServerConversionSettings(db, viewer.companyId, id);
      if (keys === null) throw new Failure('not_found');
      const now = clock.now();
      const { columnar } = await slices.locate(id);
      const { previousUntil, required, uniqueResultIdentifiers } = keys;
      const conversionKey = mayWrite(viewer, 'settings') ? keys.conversionKey : null;
      const [rows, seen, hosts, unreadable, sample] = await Promise.all([
        readTracking(db, { companyId: viewer.companyId, productId: id, adId: null, aspId: null }),
        tagSeen(columnar, id),
        tagHosts(columnar, id, now - HOST_PERIOD_MS, now - DAY),
        countUnreadableValues(columnar, id, now - UNREADABLE_PERIOD_MS),
        findSample(db, viewer.companyId),
      ]);
      const product = indexTracking(rows).products.get(id) ?? null;
      return {
        ...installationOf(tagOf(settings.publicUrl, id), product, seen, hosts, now),
        ...(await readNotices(db, { companyId: viewer.companyId, productId: id }, product, now)),
        unreadable_amounts: unreadable.amounts,
        unreadable_identifiers: unreadable.identifiers,
        last_unreadable: unreadable.last === null ? null : new Date(unreadable.last).toISOString(),
        is_sample_data: sample?.productId === id,
        conversion_key: conversionKey,
        conversion_key_required: required,
        unique_result_identifiers: uniqueResultIdentifiers,
        conversion_call: conversionKey && conversionCallOf(settings.publicUrl, id, conversionKey),
        previous_conversion_key_until:
          previousUntil !== null && previousUntil.getTime() > now ? previousUntil.toISOString() : null,
      };
    },
  );
};
