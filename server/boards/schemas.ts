import { Type } from '@fastify/type-provider-typebox';
import { METRICS } from '../attribution/metrics.ts';
import { Closed, component, Id, Nullable, Time } from '../http/schemas.ts';
import { LENGTHS } from '../records/writing.ts';
import { LOCALES } from '../wording/words.ts';

/** The contract of shared boards. */

/** Days after which a link expires. */
export const MAX_LINK_DAYS = 90;
export const DEFAULT_LINK_DAYS = 30;

const text = (description: string) => Type.String({ description });
const typed = (description: string, minLength = 0) =>
  Type.String({ description, minLength, maxLength: LENGTHS.name });
const locale = Type.Optional(
  Type.Unsafe<'ja' | 'en' | 'zh-CN' | null>({
    type: 'string',
    nullable: true,
    enum: [...LOCALES, null],
    description: 'Language of the page; null: that of the browser',
  }),
);

export const BoardLinkForm = component(
  'BoardLinkForm',
  Closed({
    board_id: Id('Board that the link opens'),
    product_id: Id('Product whose figures the board shows'),
    name: typed('Name of the link: for whom it is made', 1),
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_LINK_DAYS,
        default: DEFAULT_LINK_DAYS,
        description: 'Days after which the link expires',
      }),
    ),
    title: Type.Optional(typed('Title of the page; empty: the name of the board')),
    brand: Type.Optional(typed('Text that the page shows in place of the name of the program; empty: none')),
    locale,
  }),
);
export const BoardLinkMade = component(
  'BoardLinkMade',
  Closed({
    id: Id(),
    link: text('Address of the page with its token, which is answered only once'),
    expires_at: Time('Time until which the link can be opened'),
  }),
);

const token = Type.String({ minLength: 1, maxLength: 200, description: 'Token of the link' });
export const SharedBoardToken = Closed({ token });
const figuresLocale = Type.Optional(
  Type.Unsafe<'ja' | 'en' | 'zh-CN'>({
    type: 'string',
    enum: [...LOCALES],
    description: 'Language of the texts; default ja',
  }),
);
export const SavedViewFiguresQuery = Closed({
  product_id: Id('Product whose figures are shown'),
  kind: Type.Unsafe<'chart' | 'table' | 'figure'>({
    type: 'string',
    enum: ['chart', 'table', 'figure'],
    description: 'What of the report is shown',
  }),
  metric: Type.Optional(
    Type.String({
      enum: [...METRICS],
      description: 'Metric of a figure; default: the first one of the report',
    }),
  ),
  locale: figuresLocale,
});
export const SharedBoardItemRequest = Closed({
  token,
  item: Type.Integer({ minimum: 0, maximum: 1000, description: 'Place of the item on the board, from 0' }),
  locale: figuresLocale,
});

const SharedBoardPlace = component(
  'SharedBoardPlace',
  Closed({
    name: text('Name of the saved view; empty: it cannot be shown'),
    kind: text('What of the report is shown: chart, table or figure'),
    wide: Type.Boolean({ description: 'Whether the item takes the full width' }),
    over: text('What the rows of the report are: items or time'),
  }),
);
export const SharedBoard = component(
  'SharedBoard',
  Closed({
    title: text('Title of the page'),
    brand: text('Text in place of the name of the program; empty: none'),
    locale: Nullable(Type.String({ description: 'Language of the page; null: that of the browser' })),
    expires_at: Time('Time until which the link can be opened'),
    items: Type.Array(SharedBoardPlace.ref, { description: 'The items of the board, in order' }),
  }),
);

const values = (description: string) => Type.Array(Nullable(Type.Number()), { description });
const SharedColumn = component(
  'SharedColumn',
  Closed({
    metric: text('The metric, or another column of an analysis with rows of its own'),
    name: text('Name of the column'),
    format: text('Format of the values: count, share, percent, yen, duration or text'),
    compared: Type.Boolean({ description: 'Whether the values are those of the comparison period' }),
  }),
);
const SharedRow = component(
  'SharedRow',
  Closed({
    key: text('Key of the row'),
    label: text('Name of the row'),
    values: values('A value for each column; null in columns of texts'),
    texts: Type.Array(Type.String(), {
      description: 'A text for each column, empty in columns of numbers; no texts: all columns have numbers',
    }),
  }),
);
export const BoardItemFigures = component(
  'BoardItemFigures',
  Closed({
    absent: Nullable(
      Type.String({
        description:
          'Why the item shows no figures: view, report, metric, chart or rules; null: it shows them',
      }),
    ),
    conditions: Type.Array(Type.String(), { description: 'The conditions of the report in words' }),
    heading: text('Heading of the names of rows'),
    chart: Nullable(
      Type.String({ description: 'Kind of chart: line, bars, stacked or diverging; null: none' }),
    ),
    title: text('Title of the chart; empty: none'),
    unfinished: Type.Boolean({ description: 'Whether the last interval of the chart has not ended' }),
    columns: Type.Array(SharedColumn.ref),
    rows: Type.Array(SharedRow.ref),
    count: Type.Integer({
      description: 'Number of rows of the report; more than answered, if they are limited',
    }),
    totals: Nullable(values('The sums of all rows by column; null: of a chart')),
  }),
);

export const components = [
  BoardLinkForm,
  BoardLinkMade,
  SharedBoardPlace,
  SharedBoard,
  SharedColumn,
  SharedRow,
  BoardItemFigures,
];
