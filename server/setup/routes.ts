import { Type, type FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Dependencies } from '../dependencies.ts';
import { whileConnected } from '../http/abort-on-disconnect.ts';
import { API } from '../http/openapi.ts';
import { Closed, Id } from '../http/schemas.ts';
import { requireProduct } from '../http/visibility.ts';
import { countUsers } from '../store/postgres/companies/setup-progress.ts';
import { readProductSetup } from './product-setup.ts';
import { ProductSetup, Setup } from './schemas.ts';

/** Route of the setup checklist. It discloses whether a product is measured, like the check of its tag. */
export const setupRoutes: FastifyPluginAsyncTypebox<{
  parts: Pick<Dependencies, 'db' | 'columnar' | 'clock' | 'settings'>;
}> = async (app, { parts }) => {
  for (const { schema } of [ProductSetup, Setup]) app.addSchema(schema);

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
      const [users, product] = await Promise.all([
        countUsers(parts.db, companyId),
        productId === undefined ? undefined : readProductSetup(parts, { companyId, productId }, signal),
      ]);
      return product === undefined ? { users } : { users, product };
    },
  );
};
