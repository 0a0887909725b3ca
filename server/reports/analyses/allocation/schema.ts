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
      description: `Attribution model: ${choices(MODEL_NAMES)}; default: the product's`,
    }),
  ),
  mode: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 3,
      description: "Basis of the allocation: 1 CV, 2 sales, 3 registered ad costs; default: the product's",
    }),
  ),
  pool: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1_000_000_000_000,
      multipleOf: 1,
      description: 'Budget in yen; default: the ad cost of the period',
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
  ad_cost: OrNull('Ad cost in yen, as in the other reports'),
  cv: OrNull('Number of last CVs whose last contact belongs to the row'),
  cv_division: OrNull('Attributed last CVs'),
  amount_sum: OrNull('Sales of the conversions in cv, in yen'),
  amount_division: OrNull('Attributed sales in yen'),
  attributed_cpa: OrNull('ad_cost / cv_division'),
  attributed_roas: OrNull('amount_division / ad_cost'),
  allocated_cost: OrNull('Allocated part of the budget in whole yen; null: the budget is not shared'),
  adjusted_cost: OrNull('Cost after the adjustment, in whole yen'),
  expected_cv: OrNull('Expected last CVs at the adjusted cost'),
  expected_amount: OrNull('Expected sales at the adjusted cost, in yen'),
} satisfies TProperties;
export const AllocationRow = component(
  'AllocationRow',
  Closed({
    key: Text('ID of the ad'),
    label: Text('Name of the ad'),
    ...budget,
    share: OrNull('Share of the basis, as a fraction; null: the basis sums to zero'),
    adjustment_unit: Nullable(
      Type.Integer({ description: 'Unit of the adjustment: 1 percent, 2 yen; null: not adjusted' }),
    ),
    adjustment: OrNull('Adjustment in percent or yen; negative values reduce the cost'),
    cv_per_yen: Count('Marginal response: additional CVs for one additional yen per day'),
    amount_per_yen: Count('Marginal response: additional sales in yen for one additional yen per day'),
    response_days: Count('Number of days with cost among the 90 days of the estimate'),
    response_basis: Text(
      'Basis of the estimate. regression; average: too few days, or equal costs on all days; none: no cost',
    ),
  }),
);
export const AllocationTotals = component(
  'AllocationTotals',
  Closed({ ...budget, difference: OrNull('adjusted_cost minus allocated_cost') }),
);
export const AllocationRules = component(
  'AllocationRules',
  Closed({
    ...rules,
    model: Type.Integer(),
    mode: Type.Integer(),
    response_from: Text('Day in Tokyo time'),
    response_to: Text('Day in Tokyo time'),
  }),
);
export const Allocations = component(
  'Allocations',
  Closed({
    rules: AllocationRules.ref,
    ...counted,
    pool: Figure('Budget in yen that is shared'),
    pool_set: Type.Boolean({ description: 'Whether the query stated the budget' }),
    unallocated: Figure('Part of the budget in yen that is not shared, because the basis sums to zero'),
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
