import type { Static } from '@fastify/type-provider-typebox';
import { Failure } from '../../http/failures.ts';
import { AXES, CUSTOM } from './axes.ts';
import { COMPARISONS } from './comparison.ts';
import { APPROVALS, METRICS } from '../../attribution/metrics.ts';
import { displayPeriod, STEPS } from './period.ts';
import type { BaseReportQuery, ReportParameters } from './query.ts';
import type { ReportQuery } from './schemas.ts';
import type { SeriesParameters } from '../series.ts';
import type { TimeSeriesQuery } from './series-schemas.ts';

/** Parses address queries into report queries. */

type RawReportQuery = Omit<Static<typeof ReportQuery>, 'axis' | 'axes' | 'model' | 'evaluation'>;

const present = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** The query fields of every report. */
const baseQueryOf = ({
  product_id,
  from,
  to,
  compare,
  compare_from,
  compare_to,
  where,
  approval,
  term,
  repeat,
  decay,
}: RawReportQuery): BaseReportQuery => ({
  productId: product_id,
  from,
  to,
  ...present({
    compare: COMPARISONS.find(known => known === compare),
    compareFrom: compare_from,
    compareTo: compare_to,
    where,
    approval: APPROVALS.find(known => known === approval),
    term,
    repeat,
    decay,
  }),
});

/** The report query of an address query, for all metrics. */
export const questionOf = ({
  axis = 1,
  axes,
  model,
  evaluation,
  ...query
}: Static<typeof ReportQuery>): ReportParameters => ({
  ...baseQueryOf(query),
  axis: AXES.find(known => known === axis) ?? CUSTOM,
  metrics: METRICS,
  ...present({ axes, model, evaluation }),
});

/**
 * The period of a series: its days, or a number of complete years before an instant. @throws {Failure}
 * `invalid`
 */
const periodAsked = (
  { from, to, display_period }: Static<typeof TimeSeriesQuery>,
  now: number,
): { readonly from: string; readonly to: string } => {
  if (display_period !== undefined) {
    if (from !== undefined || to !== undefined)
      throw new Failure('invalid', { fields: { display_period: ['choice'] } });
    return displayPeriod(display_period, now);
  }
  if (from === undefined) throw new Failure('invalid', { fields: { from: ['required'] } });
  if (to === undefined) throw new Failure('invalid', { fields: { to: ['required'] } });
  return { from, to };
};

/** The series query of an address query. @param now ms since 1970 @throws {Failure} `invalid` */
export const seriesParametersOf = (query: Static<typeof TimeSeriesQuery>, now: number): SeriesParameters => ({
  ...baseQueryOf({ ...query, ...periodAsked(query, now) }),
  step: STEPS.find(known => known === query.step) ?? 'day',
});
