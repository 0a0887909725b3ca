import { WhatIfDocument, type WhatIfQuery } from '../../graphql/generated/graphql.ts';
import type { Present } from '../resources/row.ts';
import { ALL_MODELS, defineAnalysis, type Model, type SharedParameters } from './analysis.ts';
import type { MetricKey } from './metrics.ts';
import { OVER_ADS } from './over-ads.ts';
import { readTriedValues, RULES, type Rule, type TriedValues } from './tried-rules.ts';

export type WhatIfReport = Present<WhatIfQuery['report']>;
type Raw = Present<WhatIfReport['rows']>;
type Figures = NonNullable<Raw['today']>;

/** The metrics of the answer that depend on the rules. */
export const WHAT_IF_METRICS = [
  'cv_division',
  'amount_division',
  'attributed_cpa',
  'attributed_roas',
  'clicks',
  'cv',
  'indirect_cv',
  'ad_cost',
] as const satisfies readonly (MetricKey & keyof Figures)[];
export type WhatIfMetric = (typeof WHAT_IF_METRICS)[number];

/** One metric of a row under the present rules and under the simulated rules. */
export interface WhatIfRow {
  readonly key: string;
  readonly label: string;
  readonly today: number | null;
  readonly what_if: number | null;
  readonly difference: number | null;
  readonly change: number | null;
}

const shareOf = (difference: number | null, today: number | null): number | null =>
  difference === null || today === null || today === 0 ? null : difference / today;

/** The rows of one metric. */
export const rowsOf = (rows: readonly Raw[], metric: WhatIfMetric): readonly WhatIfRow[] =>
  rows.map(({ key, label, today, what_if: simulated, difference }) => {
    const [before, after, more] = [
      today?.[metric] ?? null,
      simulated?.[metric] ?? null,
      difference?.[metric] ?? null,
    ];
    return { key, label, today: before, what_if: after, difference: more, change: shareOf(more, before) };
  });
export const totalOf = (totals: WhatIfReport['totals'], metric: WhatIfMetric): WhatIfRow | null =>
  totals === null ? null : (rowsOf([{ ...totals, key: 'total', label: '' } as Raw], metric)[0] ?? null);

/** The simulated rules of an address; an absent or invalid rule is the present rule. */
export interface TriedRules {
  readonly model: Model | null;
  readonly approval: 'unapproved' | null;
  readonly values: TriedValues;
}
export const readTried = (raw: Readonly<Record<string, string | undefined>>): TriedRules => ({
  model: ALL_MODELS.find(model => model === raw['if_model']) ?? null,
  approval: raw['if_approval'] === 'unapproved' ? 'unapproved' : null,
  values: readTriedValues(raw),
});

/** Whether the simulated rules equal the present ones; a present rule is null until it is loaded. */
export const isTodays = (
  { model, approval, values }: TriedRules,
  todays: { readonly model: number | null; readonly values: Readonly<Record<Rule, number | null>> },
): boolean =>
  (model === null || Number(model) === todays.model) &&
  approval === null &&
  RULES.every(rule => values[rule] === undefined || values[rule] === todays.values[rule]);

/** The simulated rules as parameters of queries; the approval is one of them only in this analysis. */
export const rulesOf = ({ model, values }: TriedRules) => ({
  ...(model !== null && { model: Number(model) }),
  ...values,
});

const readOwn = (raw: Readonly<Record<string, string | undefined>>) => ({
  tried: readTried(raw),
  metric: WHAT_IF_METRICS.find(one => one === raw['measure']) ?? WHAT_IF_METRICS[0],
});

/** The report under other rules beside the present one. */
export const whatIf = defineAnalysis({
  ...OVER_ADS,
  name: 'what_if',
  operation: WhatIfDocument,
  path: 'analyses/what_if',
  columns: WHAT_IF_METRICS.map(metric => ({ metric })),
  ownColumns: ['today', 'what_if', 'difference', 'change'],
  chart: { over: 'items', kind: 'bars', items: [], top: 8 },
  sort: null,
  views: [],
  readOwn,
  parametersOf: (shared: SharedParameters, { tried }: ReturnType<typeof readOwn>) => ({
    ...shared,
    ...rulesOf(tried),
    ...(tried.approval !== null && { approval: tried.approval }),
  }),
});
