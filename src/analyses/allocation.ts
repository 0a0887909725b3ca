import { AllocationsParameters } from '../../graphql/generated/constraints.ts';
import { AllocationsDocument, type AllocationsQuery } from '../../graphql/generated/graphql.ts';
import type { Present } from '../resources/row.ts';
import { defineAnalysis, type SharedParameters } from './analysis.ts';
import { AD_FILTERS } from './filters.ts';

export type AllocationReport = Present<AllocationsQuery['report']>;
export type AllocationRow = Present<AllocationReport['rows']>;

/** Adjustments: 1 percent, 2 yen (docs/decisions/0004-metrics-axes-and-items.md). */
export const UNITS = ['1', '2'] as const;
export type Unit = (typeof UNITS)[number];
export interface Adjustment {
  readonly unit: Unit;
  readonly amount: number;
}

/** The pattern of one or several adjustments in the contract. */
const SPELT = new RegExp(AllocationsParameters.adjust.pattern, 'u');

/** Parses adjustments by ad from an address, `7:1:10,8:2:-5000`; invalid ones are ignored. */
export const readAdjustments = (text: string): ReadonlyMap<string, Adjustment> =>
  new Map(
    text.split(',').flatMap(part => {
      const [ad, unit, amount] = SPELT.test(part) ? part.split(':') : [];
      const known = UNITS.find(one => one === unit);
      return ad === undefined || known === undefined
        ? []
        : [[ad, { unit: known, amount: Number(amount) }] as const];
    }),
  );

/** Formats adjustments for an address, in the order of ads; undefined where there are none. */
export const writeAdjustments = (adjustments: ReadonlyMap<string, Adjustment>): string | undefined => {
  const changedAdjustments = [...adjustments]
    .filter(([, { amount }]) => amount !== 0)
    .toSorted(([a], [b]) => Number(a) - Number(b));
  return changedAdjustments.length === 0
    ? undefined
    : changedAdjustments.map(([ad, { unit, amount }]) => `${ad}:${unit}:${amount}`).join(',');
};

/** Sets one adjustment for several ads; null removes their adjustments. */
export const adjustAll = (
  adjustments: ReadonlyMap<string, Adjustment>,
  ads: readonly string[],
  adjustment: Adjustment | null,
): ReadonlyMap<string, Adjustment> => {
  const next = new Map(adjustments);
  for (const ad of ads) {
    if (adjustment === null) next.delete(ad);
    else next.set(ad, adjustment);
  }
  return next;
};

/** What the budget is divided by: conversions, sales or registered costs. */
export const ALLOCATION_MODES = ['1', '2', '3'] as const;

const readOwn = (raw: Readonly<Record<string, string | undefined>>) => ({
  mode: ALLOCATION_MODES.find(mode => mode === raw['mode']) ?? null,
  pool: /^\d{1,12}$/.test(raw['pool'] ?? '') ? Number(raw['pool']) : null,
  adjust: writeAdjustments(readAdjustments(raw['adjust'] ?? '')),
});

/** /analyze/allocation: a budget divided among the ads, manual adjustments, and the expected results. */
export const allocation = defineAnalysis({
  name: 'allocation',
  operation: AllocationsDocument,
  path: 'analyses/allocations',
  axes: [],
  nested: false,
  models: 'all',
  controls: ['filters'],
  filters: AD_FILTERS,
  ownColumns: [
    'share',
    'allocated_cost',
    'adjusted',
    'adjusted_cost',
    'expected_cv',
    'expected_amount',
    'response_basis',
  ],
  // Allocation items 1 to 8 and simulation items 1 and 2.
  itemColumns: {
    items: [
      ['ad_cost'],
      ['share', 'allocated_cost'],
      ['adjusted', 'adjusted_cost'],
      ['cv'],
      ['cv_division'],
      ['amount_sum'],
      ['attributed_cpa'],
      ['attributed_roas'],
    ],
    simulation: [
      ['expected_cv', 'response_basis'],
      ['expected_amount', 'response_basis'],
    ],
  },
  columns: [
    { metric: 'ad_cost' },
    { metric: 'cv' },
    { metric: 'cv_division' },
    { metric: 'amount_sum' },
    { metric: 'attributed_cpa' },
    { metric: 'attributed_roas' },
  ],
  chart: { over: 'items', kind: 'bars', items: [], top: 10 },
  sort: 'allocated_cost',
  views: [],
  readOwn,
  parametersOf: (shared: SharedParameters, { mode, pool, adjust }: ReturnType<typeof readOwn>) => ({
    ...shared,
    ...(mode !== null && { mode: Number(mode) }),
    ...(pool !== null && { pool }),
    ...(adjust !== undefined && { adjust }),
  }),
});
