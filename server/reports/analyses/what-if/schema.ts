import { Type } from '@fastify/type-provider-typebox';
import { Closed, component, EventId, Nullable } from '../../../http/schemas.ts';
import { fields, ReportColumn } from '../../parse/schemas.ts';
import { ReportQuery, ReportRules } from '../row-report/schema.ts';
import type { MetricKey } from '../../../attribution/metrics.ts';
import { Watermark } from '../../parse/watermark.ts';

/** The contract of what-if: the query of the reports without a comparison, and two answers for comparison. */

/** The metrics that rules can change. */
export const WHAT_IF_METRICS = [
  'clicks',
  'first_touch_count',
  'cv',
  'cvr',
  'cv_total_middle',
  'cv_division',
  'cvr_division',
  'amount_sum',
  'amount_division',
  'ad_cost',
  'cpa',
  'roas',
  'roi',
  'profit',
  'attributed_cpa',
  'attributed_roas',
  'indirect_cv',
  'indirect_first',
  'indirect_ratio',
  'ad_touch_avg',
  'attr_avg',
] as const satisfies readonly MetricKey[];
export type WhatIfMetric = (typeof WHAT_IF_METRICS)[number];

const { compare: _compare, compare_from: _from, compare_to: _to, ...parameters } = ReportQuery.properties;
export const WhatIfQuery = Closed(parameters);

const Text = (description?: string) => Type.String(description === undefined ? {} : { description });
export const WhatIfFigures = component('WhatIfFigures', Closed(fields(WHAT_IF_METRICS)));
const beside = { today: WhatIfFigures.ref, what_if: WhatIfFigures.ref, difference: WhatIfFigures.ref };
export const WhatIfRow = component(
  'WhatIfRow',
  Closed({
    key: Text('Key of the row, as in the reports'),
    label: Text('Name of the row; empty if the key is a word'),
    parent: Nullable(Text('Key of the outer row; null: this is an outer row')),
    parent_label: Text('Name of the outer row'),
    level: Type.Integer({ minimum: 0, maximum: 1 }),
    visitor: Nullable(Text('Visitors of the row: new or existing; null: not split')),
    ...beside,
  }),
);
export const WhatIfTotals = component('WhatIfTotals', Closed(beside));
export const WhatIf = component(
  'WhatIf',
  Closed({
    rules: ReportRules.ref,
    other_rules: ReportRules.ref,
    ...Watermark('Watermark of the figures under the current rules: the last event that counts in them'),
    other_watermark: EventId(
      'Watermark of the figures under the other rules; it differs only if events were loaded in between',
    ),
    columns: Type.Array(ReportColumn.ref),
    rows: Type.Array(WhatIfRow.ref),
    totals: WhatIfTotals.ref,
  }),
);

export const whatIfComponents = [
  ReportColumn,
  ReportRules,
  WhatIfFigures,
  WhatIfRow,
  WhatIfTotals,
  WhatIf,
] as const;
