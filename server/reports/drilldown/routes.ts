import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { API } from '../../http/openapi.ts';
import { whileConnected } from '../../http/abort-on-disconnect.ts';
import type { Dependencies } from '../../dependencies.ts';
import { parseFigure } from './parse-figure.ts';
import { readFigureConversions } from './figure-conversions.ts';
import { readCredit } from './credit.ts';
import { FigureConversionPage, FigureQuery } from './figure-schemas.ts';
import { Credit, CreditQuery } from './credit-schemas.ts';
import { ofProduct } from '../../slices/slices.ts';
import { creditComponents } from './components.ts';

/** The explanation of a conversion's credit, and the conversions of a figure. */
export const creditRoutes: FastifyPluginAsyncTypebox<{ parts: Dependencies }> = async (app, { parts }) => {
  for (const { schema } of creditComponents) app.addSchema(schema);
  const access = { permission: ['cv_log', 'read'] } as const;

  app.get(
    `${API}/conversions/credit/`,
    {
      config: { access },
      schema: {
        operationId: 'credit',
        tags: ['analyses'],
        summary: 'Explanation of the credit of a conversion',
        querystring: CreditQuery,
        response: { 200: Credit.ref },
      },
    },
    async ({ viewer, query }) => readCredit(await ofProduct(parts, query.product_id), viewer, query),
  );

  app.get(
    `${API}/drilldown/conversions/`,
    {
      config: { access },
      schema: {
        operationId: 'drilldownConversions',
        tags: ['analyses'],
        summary: 'Drill-down: the conversions that make up one figure of an analysis, newest first',
        querystring: FigureQuery,
        response: { 200: FigureConversionPage.ref },
      },
    },
    async ({ viewer, query }, reply) => {
      const own = await ofProduct(parts, query.product_id);
      const signal = whileConnected(reply);
      return readFigureConversions(own, await parseFigure(own, viewer, query), query, { signal });
    },
  );
};
