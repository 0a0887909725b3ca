import { Type } from '@fastify/type-provider-typebox';
import { Closed, component, Day } from '../../../http/schemas.ts';
import { Text, ReportLeftOut } from '../../parse/schemas.ts';
import { Count, OrNull, period, rules, counted } from '../schema-fields.ts';

/** The contract of the month transition. */

export const TransitionQuery = Closed({
  ...period,
  from: Day('A day of the first month, Tokyo'),
  to: Day('A day of the last month, Tokyo; at most five years'),
});
export const TransitionCell = component(
  'TransitionCell',
  Closed({
    month: Type.Integer({
      description: 'How many months after the month of the first contact, 0 to 24; 0 is that month itself',
    }),
    cv: OrNull('Last CVs; null: the month has not begun'),
    amount_sum: OrNull('Their sales'),
    visitors: OrNull('Different visitors who made them'),
  }),
);
export const TransitionLater = component(
  'TransitionLater',
  Closed(
    { cv: Count('Last CVs'), amount_sum: Count('Their sales') },
    { description: 'More than 24 months after' },
  ),
);
const cohort = {
  first_touch_count: Count("Contacts of the month that are their visitor's first within the tracking term"),
  cv: Count('Last CVs whose path began in the month, whenever they came'),
  amount_sum: Count('Their sales'),
  later: TransitionLater.ref,
  cells: Type.Array(TransitionCell.ref, { description: 'Month 0 to 24' }),
};
export const TransitionRow = component(
  'TransitionRow',
  Closed({ key: Text('The month of the first contact, Tokyo: yyyy-MM'), ...cohort }),
);
export const TransitionTotals = component('TransitionTotals', Closed(cohort));
export const TransitionRules = component(
  'TransitionRules',
  Closed({ ...rules, present: Text('The present month: later ones are null') }),
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
