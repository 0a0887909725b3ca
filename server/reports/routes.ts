import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { whileConnected } from '../http/connected.ts';
import { API } from '../http/openapi.ts';
import type { Parts } from '../parts.ts';
import { AXES } from './axes.ts';
import { METRICS } from './metrics.ts';
import { STEPS } from './period.ts';
import { ask } from './report.ts';
import { AdSummaryQuery, AttributionQuery, Report, reportComponents, TimeSeries, TimeSeriesQuery } from './schemas.ts';
import { askSeries } from './series.ts';

/** The analyses: one engine behind each of them. */
export const reportRoutes: FastifyPluginAsyncTypebox<{ parts: Parts }> = async (app, { parts }) => {
  for (const { schema } of reportComponents) app.addSchema(schema);
  const access = 'signed-in';

  app.get(`${API}/analyses/attributions/`, {
    config: { access },
    schema: { operationId: 'attributions', tags: ['analyses'], summary: 'Who had a part in the conversions of a period, under an attribution model', querystring: AttributionQuery, response: { 200: Report.ref } },
  }, ({ viewer, query: { product_id, from, to, axis = 1, model } }, reply) => ask(parts, viewer, {
    productId: product_id, from, to, axis: AXES.find(known => known === axis) ?? 1, metrics: METRICS, ...(model !== undefined && { model }),
  }, { signal: whileConnected(reply) }));

  app.get(`${API}/analyses/ad_summaries/`, {
    config: { access },
    schema: { operationId: 'adSummaries', tags: ['analyses'], summary: 'The figures of each ad in a period', querystring: AdSummaryQuery, response: { 200: Report.ref } },
  }, ({ viewer, query: { product_id, from, to, model } }, reply) => ask(parts, viewer, {
    productId: product_id, from, to, axis: 1, metrics: METRICS, ...(model !== undefined && { model }),
  }, { signal: whileConnected(reply) }));

  app.get(`${API}/analyses/time_series/`, {
    config: { access },
    schema: { operationId: 'timeSeries', tags: ['analyses'], summary: 'The course of a period by day, week or month, with the period before', querystring: TimeSeriesQuery, response: { 200: TimeSeries.ref } },
  }, ({ viewer, query: { product_id, from, to, step } }, reply) => askSeries(parts, viewer, {
    productId: product_id, from, to, step: STEPS.find(known => known === step) ?? 'day',
  }, { signal: whileConnected(reply) }));
};
