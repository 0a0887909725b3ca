import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Dependencies } from '../dependencies.ts';
import type { Analysis } from './analyses/analysis.ts';

/** The routes of some analyses: their answers, then their files. The contract has this order. */
export const analysisRoutes: FastifyPluginAsyncTypebox<{
  parts: Dependencies;
  analyses: readonly Analysis[];
}> = async (app, { parts, analyses }) => {
  const components = new Set(analyses.flatMap(analysis => analysis.components));
  for (const { schema } of components) app.addSchema(schema);
  for (const analysis of analyses) analysis.serveAnswer(app, parts);
  for (const analysis of analyses) analysis.serveFiles(app, parts);
};
