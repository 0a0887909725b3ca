import { Type } from '@fastify/type-provider-typebox';
import { Closed, component, EventId, Nullable } from '../../../http/schemas.ts';
import { fields, ReportColumn, ReportQuery, ReportRules } from '../../parse/schemas.ts';
import { WHAT_IF_METRICS } from './what-if.ts';
import { Watermark } from '../../plan/watermark.ts';

/** The contract of what-if: the query of the reports without a comparison, and two answers for comparison. */

const { compare: _compare, compare_from: _from, compare_to: _to, ...question } = ReportQuery.properties;
export const WhatIfQuery = Closed(question);

const Text = (description?: string) => Type.String(description === undefined ? {} : { description });
export const WhatIfFigures = component('WhatIfFigures', Closed(fields(WHAT_IF_METRICS)));
const beside = { today: WhatIfFigures.ref, what_if: WhatIfFigures.ref, difference: WhatIfFigures.ref };
export const WhatIfRow = component(
  'WhatIfRow',
  Closed({
    key: Text('As in the reports'),
    label: Text('Its name; empty where the key is a word'),
    parent: Nullable(Text('The key of the outer row; null: this is an outer row')),
    parent_label: Text('Its name'),
    level: Type.Integer({ minimum: 0, maximum: 1 }),
    visitor: Nullable(Text('new or existing; null: not divided')),
    ...beside,
  }),
);
export const WhatIfTotals = component('WhatIfTotals', Closed(beside));
export const WhatIf = component(
  'WhatIf',
  Closed({
    rules: ReportRules.ref,
    asked: ReportRules.ref,
    ...Watermark("The last event that was loaded when today's rules were counted by"),
    asked_watermark: EventId(
      'The same of the other rules: another one only where events are loaded without a pause',
    ),
    columns: Type.Array(ReportColumn.ref),
    rows: Type.Array(WhatIfRow.ref),
    totals: WhatIfTotals.ref,
  }),
);

export const whatIfComponents = [WhatIfFigures, WhatIfRow, WhatIfTotals, WhatIf] as const;
