import { Type } from '@fastify/type-provider-typebox';
import { Closed, component, Day } from '../../../http/schemas.ts';
import { Text, ReportLeftOut } from '../../parse/schemas.ts';
import { Count, OrNull, period, rules, counted } from '../schema-fields.ts';

/** The contract of the month transition. */

export const TransitionQuery = Closed({
  ...period,
  from: Day('A day of the first month, Tokyo time'),
  to: Day('A day of the last month, Tokyo time; at most five years'),
});
export const TransitionCell = component(
  'TransitionCell',
  Closed({
    month: Type.Integer({
      description: 'Months after the month of the first contact, 0 to 24',
    }),
    cv: OrNull('Number of last CVs; null: the month has not begun'),
    amount_sum: OrNull('Sales of the conversions in cv, in yen'),
    visitors: OrNull('Number of distinct visitors with these conversions'),
  }),
);
export const TransitionLater = component(
  'TransitionLater',
  Closed(
    { cv: Count('Number of last CVs'), amount_sum: Count('Sales of the conversions in cv, in yen') },
    { description: 'Conversions more than 24 months after the month of the first contact' },
  ),
);
const cohort = {
  first_touch_count: Count(
    'Number of contacts of the month that are the first of their visitor within the tracking term',
  ),
  cv: Count('Number of last CVs whose path began in the month, at any later time'),
  amount_sum: Count('Sales of the conversions in cv, in yen'),
  later: TransitionLater.ref,
  cells: Type.Array(TransitionCell.ref, { description: 'Cells of the months 0 to 24' }),
};
export const TransitionRow = component(
  'TransitionRow',
  Closed({ key: Text('Month of the first contact in Tokyo time: yyyy-MM'), ...cohort }),
);
export const TransitionTotals = component('TransitionTotals', Closed(cohort));
export const TransitionRules = component(
  'TransitionRules',
  Closed({ ...rules, present: Text('Current month; later months are null') }),
);
export const Transitions = component(
  'Transitions',
  Closed({
    rules: TransitionRules.ref,
    ...counted,
    rows: Type.Array(TransitionRow.ref),
    totals: TransitionTotals.ref,
  }),
);

/** The components that its answer refers to, in the order of the contract. */
export const transitionComponents = [
  ReportLeftOut,
  TransitionCell,
  TransitionLater,
  TransitionRow,
  TransitionTotals,
  TransitionRules,
  Transitions,
] as const;
