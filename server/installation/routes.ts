import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { indexTracking } from '../collector/tracking-index.ts';
import { Failure } from '../http/failures.ts';
import { requireKnownProduct } from '../http/visibility.ts';
import { API } from '../http/openapi.ts';
import { Closed, Id } from '../http/schemas.ts';
import type { Dependencies } from '../dependencies.ts';
import { tagHosts, tagSeen } from '../store/clickhouse/events/reported-hosts.ts';
import { readServerConversionSettings } from '../store/postgres/companies/server-conversion-settings.ts';
import { findSample } from '../store/postgres/companies/sample-data.ts';
import { readTracking } from '../store/postgres/tracking/tracking.ts';
import { DAY } from '../platform/time.ts';
import { conversionCallOf, HOST_PERIOD_MS, installationOf, tagOf } from './installation.ts';
import { HostRelation, Installation, InstallationHost, InstallationVerdict } from './schemas.ts';

/**
 * Route of a product's tag and where it was seen. It discloses all pages of the site, so it requires write permission
 * on settings.
 */
export const installationRoutes: FastifyPluginAsyncTypebox<{
  parts: Pick<Dependencies, 'db' | 'slices' | 'settings' | 'clock'>;
}> = async (app, { parts: { db, slices, settings, clock } }) => {
  for (const { schema } of [InstallationVerdict, HostRelation, InstallationHost, Installation])
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
      const { conversionKey, previousUntil, required, uniqueResultIdentifiers } = keys;
      const [rows, seen, hosts, sample] = await Promise.all([
        readTracking(db, { companyId: viewer.companyId, productId: id, adId: null, aspId: null }),
        tagSeen(columnar, id),
        tagHosts(columnar, id, now - HOST_PERIOD_MS, now - DAY),
        findSample(db, viewer.companyId),
      ]);
      return {
        ...installationOf(
          tagOf(settings.publicUrl, id),
          indexTracking(rows).products.get(id) ?? null,
          seen,
          hosts,
          now,
        ),
        is_sample_data: sample?.productId === id,
        conversion_key: conversionKey,
        conversion_key_required: required,
        unique_result_identifiers: uniqueResultIdentifiers,
        conversion_call: conversionCallOf(settings.publicUrl, id, conversionKey),
        previous_conversion_key_until:
          previousUntil !== null && previousUntil.getTime() > now ? previousUntil.toISOString() : null,
      };
    },
  );
};
