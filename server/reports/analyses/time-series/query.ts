import type { Static } from '@fastify/type-provider-typebox';
import { Failure } from '../../../http/failures.ts';
import { parseBaseQuery } from '../../parse/parse-query.ts';
import { displayPeriod, STEPS, type StepName } from '../../parse/period.ts';
import type { BaseReportQuery } from '../../parse/query.ts';
import type { TimeSeriesQuery } from './schema.ts';

export interface SeriesParameters extends BaseReportQuery {
  readonly step: StepName;
}

/**
 * The period of a series: its days, or a number of complete years before an instant.
 *
 * @throws {Failure} `invalid`
 */
const parsePeriod = (
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
export const parseSeriesQuery = (query: Static<typeof TimeSeriesQuery>, now: number): SeriesParameters => ({
  ...parseBaseQuery({ ...query, ...parsePeriod(query, now) }),
  step: STEPS.find(known => known === query.step) ?? 'day',
});
