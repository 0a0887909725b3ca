import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Dependencies } from '../dependencies.ts';
import type { Analysis } from './analyses/analysis.ts';

/** The routes of analyses: their answers and their files. */
export const analysisRoutes: FastifyPluginAsyncTypebox<{
  parts: Dependencies;
  analyses: readonly Analysis[];
}> = async (app, { parts, analyses }) => {
  const components = new Set(analyses.flatMap(analysis => analysis.components));
  for (const { schema } of components) app.addSchema(schema);
  for (const analysis of analyses) {
    analysis.serveAnswer(app, parts);
    analysis.serveFiles(app, parts);
  }
};
