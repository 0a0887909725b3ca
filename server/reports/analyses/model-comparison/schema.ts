import { ReportLeftOut } from '../../parse/schemas.ts';
import { Type } from '@fastify/type-provider-typebox';
import { Closed, component } from '../../../http/schemas.ts';
import { MODEL_NAMES } from '../../models/models.ts';
import type { MARKOV, SHAPLEY } from '../../models/data-driven-models.ts';
import { Count, Figure, OrNull, Axis, period, rules, counted, rowKey } from '../schema-fields.ts';

/** The contract of the model comparison. */

export const ModelComparisonQuery = Closed({
  ...period,
  axis: Axis,
});
const seven = Object.fromEntries(
  MODEL_NAMES.flatMap((name, index) => [
    [`cv_division_${index + 1}`, Count(`Attributed last CVs: ${name}`)],
    [
      `amount_division_${index + 1}`,
      Count(`Attributed sales in whole yen, whose rows sum to the total sales: ${name}`),
    ],
  ]),
) as Record<
  `${'cv' | 'amount'}_division_${1 | 2 | 3 | 4 | 5 | typeof MARKOV | typeof SHAPLEY}`,
  ReturnType<typeof Count>
>;
const own = {
  clicks: Count('Number of contacts'),
  cv: Count('Number of last CVs whose last contact belongs to the row'),
  amount_sum: Count('Sales of the conversions in cv, in yen'),
  ad_cost: Figure('Ad cost in yen, as in the other reports'),
};
export const ModelsRow = component(
  'ModelsRow',
  Closed({
    ...rowKey,
    ...own,
    ...seven,
    removal_effect: OrNull(
      'Removal effect: share of the conversions with a path that would be lost without the row (Markov model); null: no path contains the row',
    ),
  }),
);
export const ModelsTotals = component('ModelsTotals', Closed({ ...own, ...seven }));
export const ModelsBasis = component(
  'ModelsBasis',
  Closed({
    conversions: Count('Number of last CVs with a path'),
    journeys_without: Count('Number of visitors with contacts in the period and no last CV'),
    states: Count('Number of rows that are states of the Markov chain'),
    max_states: Count(
      'Maximum number of states; the least visited rows above it form one state and share its credit by visits',
    ),
  }),
);
export const ModelsRules = component('ModelsRules', Closed({ ...rules, axis: Type.Integer() }));
export const ModelsSideBySide = component(
  'ModelsSideBySide',
  Closed({
    rules: ModelsRules.ref,
    ...counted,
    rows: Type.Array(ModelsRow.ref),
    totals: ModelsTotals.ref,
    basis: ModelsBasis.ref,
  }),
);

/** The components that its answer refers to, in the order of the contract. */
export const modelComparisonComponents = [
  ReportLeftOut,
  ModelsRow,
  ModelsTotals,
  ModelsBasis,
  ModelsRules,
  ModelsSideBySide,
] as const;
