import { Type, type TProperties } from '@fastify/type-provider-typebox';
import { Closed, component, Nullable } from '../../../http/schemas.ts';
import { MODEL_NAMES } from '../../models/models.ts';
import { choices, Text, ReportLeftOut } from '../../parse/schemas.ts';
import { Count, Figure, OrNull, period, rules, counted } from '../schema-fields.ts';
import { ADJUSTMENTS } from './budget-allocation.ts';

/** The contract of the allocation. */

export const AllocationQuery = Closed({
  ...period,
  model: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MODEL_NAMES.length,
      description: `Attribution model: ${choices(MODEL_NAMES)}; default the product's`,
    }),
  ),
  mode: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 3,
      description:
        "How the pool is shared: 1 by CV, 2 by sales, 3 by the costs registered with the ads; default the product's",
    }),
  ),
  pool: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1_000_000_000_000,
      multipleOf: 1,
      description: 'Yen; default the ad cost of the period',
    }),
  ),
  adjust: Type.Optional(
    Type.String({
      maxLength: 20_000,
      pattern: ADJUSTMENTS,
      description: 'Adjustments by ad, separated by commas: adId:1:percent or adId:2:yen',
    }),
  ),
});
const budget = {
  ad_cost: OrNull('As in the other reports'),
  cv: OrNull('Last CVs whose last contact is the row'),
  cv_division: OrNull('Distributed last CVs'),
  amount_sum: OrNull('Sales of cv'),
  amount_division: OrNull('Distributed sales'),
  attributed_cpa: OrNull('ad_cost / cv_division'),
  attributed_roas: OrNull('amount_division / ad_cost'),
  allocated_cost: OrNull('Its share of the pool, whole yen; null: the pool is not shared'),
  adjusted_cost: OrNull('After its adjustment, whole yen'),
  expected_cv: OrNull('At the adjusted cost'),
  expected_amount: OrNull('Sales at the adjusted cost'),
} satisfies TProperties;
export const AllocationRow = component(
  'AllocationRow',
  Closed({
    key: Text('The number of the ad'),
    label: Text('Its name'),
    ...budget,
    share: OrNull('Its part of the basis; null: all of the basis is zero'),
    adjustment_unit: Nullable(Type.Integer({ description: '1 percent, 2 yen; null: not adjusted' })),
    adjustment: OrNull('Percent or yen, more or less'),
    cv_per_yen: Count('Marginal response: CVs that one yen a day more brings'),
    amount_per_yen: Count('Sales that it brings'),
    response_days: Count('Days with cost of the 90 that this was learnt from'),
    response_basis: Text('regression; average: too few days, or all of the same cost; none: no cost'),
  }),
);
export const AllocationTotals = component(
  'AllocationTotals',
  Closed({ ...budget, difference: OrNull('adjusted_cost less allocated_cost') }),
);
export const AllocationRules = component(
  'AllocationRules',
  Closed({
    ...rules,
    model: Type.Integer(),
    mode: Type.Integer(),
    response_from: Text('Tokyo day'),
    response_to: Text('Tokyo day'),
  }),
);
export const Allocations = component(
  'Allocations',
  Closed({
    rules: AllocationRules.ref,
    ...counted,
    pool: Figure('Yen that are shared'),
    pool_told: Type.Boolean({ description: 'The query stated it' }),
    unallocated: Figure('Yen that are not shared, because all of the basis is zero'),
    rows: Type.Array(AllocationRow.ref),
    totals: AllocationTotals.ref,
  }),
);

/** The components that its answer refers to, in the order of the contract. */
export const allocationComponents = [
  ReportLeftOut,
  AllocationRow,
  AllocationTotals,
  AllocationRules,
  Allocations,
] as const;
