import { ReportLeftOut } from '../../parse/schemas.ts';
import { Type } from '@fastify/type-provider-typebox';
import { Closed, component } from '../../../http/schemas.ts';
import { MODEL_NAMES } from '../../models/models.ts';
import type { MARKOV, SHAPLEY } from '../../models/data-driven-models.ts';
import { Count, Figure, OrNull, Axis, period, rules, counted, rowKey } from '../schema-fields.ts';

/** The contract of the model comparison. */ export const AsideQuery = Closed({ ...period, axis: Axis });
const seven = Object.fromEntries(
  MODEL_NAMES.flatMap((name, index) => [
    [`cv_division_${index + 1}`, Count(`Distributed last CVs: ${name}`)],
    [`amount_division_${index + 1}`, Count(`Distributed sales, whole yen that sum to the sales: ${name}`)],
  ]),
) as Record<
  `${'cv' | 'amount'}_division_${1 | 2 | 3 | 4 | 5 | typeof MARKOV | typeof SHAPLEY}`,
  ReturnType<typeof Count>
>;
const own = {
  clicks: Count('Contacts'),
  cv: Count('Last CVs whose last contact is the row'),
  amount_sum: Count('Sales of cv'),
  ad_cost: Figure('As in the other reports'),
};
export const ModelsRow = component(
  'ModelsRow',
  Closed({
    ...rowKey,
    ...own,
    ...seven,
    removal_effect: OrNull(
      'The part of the conversions with a path that would be lost without the row (Markov); null: no journey passes it',
    ),
  }),
);
export const ModelsTotals = component('ModelsTotals', Closed({ ...own, ...seven }));
export const ModelsBasis = component(
  'ModelsBasis',
  Closed({
    conversions: Count('Last CVs with a path: the journeys that end with a conversion'),
    journeys_without: Count(
      'Visitors with contacts in the period and no last CV: the journeys that end with nothing',
    ),
    states: Count('Rows that the Markov chain knows'),
    gathered_from: Count(
      'With more rows than this the least visited are one state and share its credit by their visits',
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
