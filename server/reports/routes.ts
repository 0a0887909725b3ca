import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from '@fastify/type-provider-typebox';
import { Failure } from '../http/failures.ts';
import { whileConnected } from '../http/connected.ts';
import { API } from '../http/openapi.ts';
import type { Parts } from '../parts.ts';
import { AXES, CUSTOM } from './axes.ts';
import { COMPARISONS } from './compare.ts';
import { APPROVALS, METRICS } from './metrics.ts';
import { displayPeriod, STEPS } from './period.ts';
import type { Asking, Question } from './question.ts';
import { ask } from './report.ts';
import { Report, reportComponents, ReportQuery } from './schemas.ts';
import { askSeries } from './series.ts';
import { seriesComponents, TimeSeries, TimeSeriesQuery } from './series-schemas.ts';

type Asked = Omit<Static<typeof ReportQuery>, 'axis' | 'axes' | 'model' | 'evaluation'>;

const present = <Values extends object>(values: Values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** What a query says to every report. */
const askingOf = ({ product_id, from, to, compare, compare_from, compare_to, where, approval, term, repeat, decay }: Asked): Asking => ({
  productId: product_id, from, to, ...present({
    compare: COMPARISONS.find(known => known === compare), compareFrom: compare_from, compareTo: compare_to, where, approval: APPROVALS.find(known => known === approval), term, repeat, decay,
  }),
});

/** The question of a query, for all metrics. */
export const questionOf = ({ axis = 1, axes, model, evaluation, ...query }: Static<typeof ReportQuery>): Question => ({
  ...askingOf(query), axis: AXES.find(known => known === axis) ?? CUSTOM, metrics: METRICS, ...present({ axes, model, evaluation }),
});

/** The period of a series: its days, or so many whole years before an instant. @throws {Failure} `invalid` */
const periodAsked = ({ from, to, display_period }: Static<typeof TimeSeriesQuery>, now: number): { readonly from: string; readonly to: string } => {
  if (display_period !== undefined) {
    if (from !== undefined || to !== undefined) throw new Failure('invalid', { fields: { display_period: ['choice'] } });
    return displayPeriod(display_period, now);
  }
  if (from === undefined) throw new Failure('invalid', { fields: { from: ['required'] } });
  if (to === undefined) throw new Failure('invalid', { fields: { to: ['required'] } });
  return { from, to };
};

const REPORTS = [
  { path: 'attributions', operationId: 'attributions', summary: 'Who had a part in the conversions of a period, under an attribution model' },
  { path: 'ad_summaries', operationId: 'adSummaries', summary: 'The figures of each ad in a period' },
  { path: 'effects', operationId: 'effects', summary: 'What each ad did by itself and beside others in a period' },
] as const;

/** The analyses: one engine behind each of them. */
export const reportRoutes: FastifyPluginAsyncTypebox<{ parts: Parts }> = async (app, { parts }) => {
  for (const { schema } of [...reportComponents, ...seriesComponents]) app.addSchema(schema);
  const access = 'signed-in';

  for (const { path, operationId, summary } of REPORTS) {
    app.get(`${API}/analyses/${path}/`, {
      config: { access }, schema: { operationId, tags: ['analyses'], summary, querystring: ReportQuery, response: { 200: Report.ref } },
    }, ({ viewer, query }, reply) => ask(parts, viewer, questionOf(query), { signal: whileConnected(reply) }));
  }

  app.get(`${API}/analyses/time_series/`, {
    config: { access },
    schema: { operationId: 'timeSeries', tags: ['analyses'], summary: 'The course of a period by day, week or month, with a period to compare with', querystring: TimeSeriesQuery, response: { 200: TimeSeries.ref } },
  }, ({ viewer, query }, reply) => askSeries(parts, viewer, {
    ...askingOf({ ...query, ...periodAsked(query, parts.clock.now()) }), step: STEPS.find(known => known === query.step) ?? 'day',
  }, { signal: whileConnected(reply) }));
};
