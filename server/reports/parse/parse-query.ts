import type { Static, TObject } from '@fastify/type-provider-typebox';
import { APPROVALS } from '../../attribution/counted.ts';
import { COMPARISONS } from './comparison.ts';
import type { BaseReportQuery } from './query.ts';
import type { baseQueryFields } from './schemas.ts';

/** Parses the fields of an address query that all reports of metrics share. */

type RawBaseQuery = Static<TObject<typeof baseQueryFields>> & {
  readonly product_id: number;
  readonly from: string;
  readonly to: string;
};

/** The entries of an object without those that are undefined. */
export const withoutUndefined = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

export const parseBaseQuery = ({
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
}: RawBaseQuery): BaseReportQuery => ({
  productId: product_id,
  from,
  to,
  ...withoutUndefined({
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
