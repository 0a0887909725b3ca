import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { serveFiles } from '../downloads/serve.ts';
import { sourceOf } from '../downloads/source.ts';
import { whileConnected } from '../http/abort-on-disconnect.ts';
import { API } from '../http/openapi.ts';
import type { Dependencies } from '../dependencies.ts';
import { adSummaries, attributions, effects, timeSeries } from './files/downloads.ts';
import { questionOf, seriesParametersOf } from './parse/parse-query.ts';
import { ask } from './report.ts';
import { Report, reportComponents, ReportQuery } from './parse/schemas.ts';
import { askSeries } from './series.ts';
import { seriesComponents, TimeSeries, TimeSeriesQuery } from './parse/series-schemas.ts';

const REPORTS = [
  {
    path: 'attributions',
    file: attributions,
    summary: 'Who had a part in the conversions of a period, under an attribution model',
    trend: false,
  },
  {
    path: 'ad_summaries',
    file: adSummaries,
    summary: 'The figures of each ad in a period, with their course',
    trend: true,
  },
  {
    path: 'effects',
    file: effects,
    summary: 'What each ad achieved alone and together with others in a period',
    trend: false,
  },
] as const;

/** The routes of the analyses, one engine each. */
export const reportRoutes: FastifyPluginAsyncTypebox<{ parts: Dependencies }> = async (app, { parts }) => {
  for (const { schema } of [...reportComponents, ...seriesComponents]) app.addSchema(schema);
  const access = 'signed-in';

  for (const { path, file, summary, trend } of REPORTS) {
    app.get(
      `${API}/analyses/${path}/`,
      {
        config: { access },
        schema: {
          operationId: file.name,
          tags: ['analyses'],
          summary,
          querystring: ReportQuery,
          response: { 200: Report.ref },
        },
      },
      ({ viewer, query }, reply) =>
        ask(parts, viewer, { ...questionOf(query), trend }, { signal: whileConnected(reply) }),
    );
    serveFiles(app, parts, sourceOf(parts, file));
  }

  app.get(
    `${API}/analyses/time_series/`,
    {
      config: { access },
      schema: {
        operationId: 'timeSeries',
        tags: ['analyses'],
        summary: 'The course of a period by day, week or month, with a period to compare with',
        querystring: TimeSeriesQuery,
        response: { 200: TimeSeries.ref },
      },
    },
    ({ viewer, query }, reply) =>
      askSeries(parts, viewer, seriesParametersOf(query, parts.clock.now()), {
        signal: whileConnected(reply),
      }),
  );
  serveFiles(app, parts, sourceOf(parts, timeSeries));
};
