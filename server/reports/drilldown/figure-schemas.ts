import { Type } from '@fastify/type-provider-typebox';
import { Closed, component, EventId, Id, Nullable, Time } from '../../http/schemas.ts';
import { ReportQuery } from '../analyses/row-report/schema.ts';
import { MinLength } from '../analyses/journeys/schema.ts';
import { FIGURE_METRICS } from './figures.ts';
import { Watermark } from '../parse/watermark.ts';
import { Text, Yen, Count } from './schema-parts.ts';

/** The analyses whose figures have a drill-down: the reports over rows, and the others. */
export const FIGURE_ANALYSES = ['report', 'transitions', 'paths', 'lpo'] as const;

export const FigureQuery = Closed({
  ...ReportQuery.properties,
  analysis: Type.Optional(
    Type.String({
      enum: [...FIGURE_ANALYSES],
      description: 'Analysis of the figure, which determines the other parameters; default report',
    }),
  ),
  key: Type.String({
    minLength: 1,
    maxLength: 4000,
    description:
      'Row of the figure: its key in the report, or total. transitions: a month, or a cell such as 2026-03/2 or 2026-03/later; paths: a path key, others, or a transition such as 1>12>conversion',
  }),
  metric: Type.String({ enum: [...FIGURE_METRICS], description: 'Metric of the figure' }),
  compared: Type.Optional(
    Type.Boolean({ description: 'Whether the figure is that of the comparison period' }),
  ),
  fold: Type.Optional(
    Type.Boolean({ description: 'paths only: whether consecutive equal steps are one step' }),
  ),
  length_from: MinLength,
  top: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 200,
      description: 'paths only: number of paths in the list; default 20',
    }),
  ),
  nodes: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 50,
      description: 'paths only: number of rows with their own nodes; default 15',
    }),
  ),
  after: Type.Optional(
    Type.String({ minLength: 1, maxLength: 300, description: 'Value of `next` from the previous page' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: 'Rows per page; default 100' })),
});
export const DrilldownFigure = component(
  'DrilldownFigure',
  Closed({
    model: Nullable(
      Type.Integer({
        description: 'Attribution model of the figure; null: the figure does not depend on a model',
      }),
    ),
    from: Text('Day in Tokyo time'),
    to: Text('Day in Tokyo time'),
    unit: Text('Unit of the figure: count or yen'),
    value: Type.Number({ description: 'Value of the figure, as in the report' }),
    parts: Text('Value of the figure in parts, as an integer'),
    parts_of_one: Type.Integer({ description: 'Number of parts per unit of the figure' }),
    conversions: Nullable(
      Type.Number({ description: 'Number of rows on all pages; on the first page only' }),
    ),
    ...Watermark('Watermark: the last event that counts on all pages'),
  }),
);
export const FigureConversion = component(
  'FigureConversion',
  Closed({
    conversion_id: EventId(),
    cv_time: Time('Time of the conversion'),
    cv_type: Type.Integer({ description: 'Type of the conversion: 1 last CV, 0 middle CV' }),
    amount: Yen('Amount of the conversion in yen'),
    args: Text(),
    user_id: Text(),
    visitor_id: EventId(),
    contacts: Count('Number of contacts on the path'),
    elapsed: Type.Number({ description: 'Seconds from the first contact to the conversion' }),
    last_cv_ad_id: Nullable(Id()),
    last_cv_ad_name: Text(),
    last_cv_ad_hidden: Type.Boolean({ description: 'Whether the ad belongs to another agency' }),
    share: Type.Number({ description: 'Contribution of the conversion to the figure' }),
    share_parts: Text(
      'Contribution of the conversion in parts; the contributions on all pages sum to the parts of the figure',
    ),
  }),
);
export const FigureConversionPage = component(
  'FigureConversionPage',
  Closed({
    figure: DrilldownFigure.ref,
    results: Type.Array(FigureConversion.ref),
    next: Nullable(
      Type.String({ description: 'Value of `after` for the next page; null: this is the last page' }),
    ),
  }),
);
