import { Type, type FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Dependencies } from '../dependencies.ts';
import { whileConnected } from '../http/abort-on-disconnect.ts';
import { Failure } from '../http/failures.ts';
import { API } from '../http/openapi.ts';
import { Closed, Id } from '../http/schemas.ts';
import { requireProduct, type Viewers } from '../http/visibility.ts';
import { authorOf } from '../records/writes.ts';
import { findSample } from '../store/postgres/companies/sample-data.ts';
import { countUsers } from '../store/postgres/companies/setup-progress.ts';
import { readProductSetup } from './product-setup.ts';
import { createSampleData, type SampleCollector, type SampleData } from './sample-data.ts';
import { ProductSetup, SampleDataBody, SampleState, Setup } from './schemas.ts';

interface SetupOptions {
  readonly parts: Pick<Dependencies, 'db' | 'slices' | 'clock' | 'settings' | 'ids'>;
  readonly collector: SampleCollector | null;
  readonly viewers: Viewers;
}

/** Routes that load and remove the sample data of a company. */
const sampleRoutes: FastifyPluginAsyncTypebox<SetupOptions> = async (app, { parts, collector, viewers }) => {
  const config = { access: { write: 'administration' } } as const;
  const url = `${API}/setup/sample_data/`;
  const sampleData = collector === null ? null : createSampleData(parts, collector);
  /** @throws {Failure} `unavailable`: this process has no collector */
  const running = (): SampleData => {
    if (sampleData === null) throw new Failure('unavailable');
    return sampleData;
  };
  app.post(
    url,
    {
      config,
      schema: {
        operationId: 'loadSampleData',
        tags: ['products'],
        summary: 'Add a sample product with six weeks of events to a company without events',
        response: { 201: SampleDataBody.ref },
      },
    },
    async (request, reply) => {
      const { productId, state } = await running().load(authorOf(request, parts));
      viewers.forget(request.viewer.companyId);
      return reply.code(201).send({ product_id: productId, state });
    },
  );
  app.delete(
    url,
    {
      config,
      schema: {
        operationId: 'removeSampleData',
        tags: ['products'],
        summary: 'Delete the sample product with all its settings, events and results',
        response: { 200: SampleDataBody.ref },
      },
    },
    async request => {
      const { productId, state } = await running().remove(authorOf(request, parts));
      viewers.forget(request.viewer.companyId);
      return { product_id: productId, state };
    },
  );
};

/** Routes of the setup checklist. They disclose whether a product is measured, like the check of its tag. */
export const setupRoutes: FastifyPluginAsyncTypebox<SetupOptions> = async (app, options) => {
  const { parts } = options;
  for (const { schema } of [SampleState, SampleDataBody, ProductSetup, Setup]) app.addSchema(schema);
  await app.register(sampleRoutes, options);

  app.get(
    `${API}/setup/`,
    {
      config: { access: { write: 'settings' } },
      schema: {
        operationId: 'setup',
        tags: ['products'],
        summary: 'How far the company and one of its products are set up',
        querystring: Closed({
          product_id: Type.Optional(Id('Product; absent: the company has none yet')),
        }),
        response: { 200: Setup.ref },
      },
    },
    async ({ viewer, query: { product_id: productId } }, reply) => {
      const signal = whileConnected(reply);
      const { companyId } = viewer;
      if (productId !== undefined) requireProduct(viewer, productId);
      const [users, sample, product] = await Promise.all([
        countUsers(parts.db, companyId),
        findSample(parts.db, companyId),
        productId === undefined ? undefined : readProductSetup(parts, { companyId, productId }, signal),
      ]);
      return {
        users,
        ...(sample !== null &&
          viewer.products.includes(sample.productId) && {
            sample_data: { product_id: sample.productId, state: sample.state },
          }),
        ...(product !== undefined && { product }),
      };
    },
  );
};
