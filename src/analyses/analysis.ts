import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { KeyOf } from '../resources/column.ts';
import type { AnyFilter } from '../resources/filter.ts';
import type { Axis } from './axes.ts';
import type { MetricKey } from './metrics.ts';

/**
 * The attribution models by the server's numbers: five by position, and two that are computed from the data
 * (docs/decisions/0003-attribution-models.md).
 */
export const MODELS = ['1', '2', '3', '4', '5'] as const;
export const DATA_MODELS = ['6', '7'] as const;
export const ALL_MODELS = [...MODELS, ...DATA_MODELS] as const;
export type Model = (typeof ALL_MODELS)[number];

/** The metrics that a query selects for a row: those of the registry that are numbers there. */
export type MetricOf<Row> = {
  [K in KeyOf<Row>]: K extends MetricKey ? ([NonNullable<Row[K]>] extends [number] ? K : never) : never;
}[KeyOf<Row>];

type MetricValues = Readonly<Partial<Record<MetricKey, number | null>>>;

/** A row of any report: the metrics that its query selects, and what names the row. */
export interface ReportRow extends MetricValues {
  readonly key: string;
  readonly label: string;
  /** Of rows by two axes: the key of the outer row, and level 1 for an inner row. */
  readonly parent?: string | null;
  readonly level?: number | null;
  /** Of rows divided into new and existing visitors: which of them. */
  readonly visitor?: string | null;
  /** Of intervals of time: the first and the last day. */
  readonly from?: string | null;
  readonly to?: string | null;
  /** The same metrics in the period of comparison. */
  readonly compared?: object | null;
  /** The contacts in each interval of the period, at most 31 numbers. */
  readonly trend?: readonly (number | null)[] | null;
}

/**
 * The charts that suit a kind of axis: ads have no order, so no line connects them. `items` are the
 * selectable groups of metrics; the metrics of a group have one unit, since they share the value axis.
 */
export type ChartOver<Over extends 'items' | 'time', Metric extends MetricKey = MetricKey> = {
  readonly over: Over;
  readonly kind: Over extends 'time' ? 'line' | 'bars' | 'stacked' : 'bars' | 'stacked';
  readonly items: readonly (readonly [Metric, ...Metric[]])[];
  /** Number of rows in the chart, the largest by the first metric; over time all rows. */
  readonly top: number;
};

/** The query of a report (the REST parameters of the same names). */
export interface ReportParameters {
  readonly product_id: number;
  readonly from: string;
  readonly to: string;
  readonly axis?: number;
  /** Two names at most, the outer one first; with `axis` 0. */
  readonly axes?: string;
  readonly step?: string;
  readonly model?: number;
  readonly compare?: string;
  readonly compare_from?: string;
  readonly compare_to?: string;
  readonly where?: string;
  readonly approval?: string;
  readonly evaluation?: number;
}

export interface ReportRules {
  readonly model?: number;
  readonly tracking_term: number;
  /** When the product's rules changed, while reports follow the previous ones; null: they follow the present ones. */
  readonly rebuilding_since: string | null;
  readonly from: string;
  readonly to: string;
}
export interface LeftOut {
  readonly bot: number;
  readonly repeated: number;
  readonly excluded_ip: number;
  readonly conversions?: number | null;
}

/** The answer of every report. The last row has the conversions without a contact, its key is `no_contact`. */
export interface ReportAnswer<Row = ReportRow> {
  readonly report: {
    readonly rules: ReportRules | null;
    readonly watermark: string;
    /** When the event of the watermark was accepted. */
    readonly watermark_at?: string | null;
    readonly left_out: LeftOut | null;
    readonly rows: readonly (Row | null)[];
    /** The metrics of the sum of all rows. */
    readonly totals: object | null;
    /** The same in the period of comparison, with its first and last day. */
    readonly compared_totals?: object | null;
    /** Of a report over time: the intervals of comparison in the order of `rows`, and their sum. */
    readonly compared_rows?: readonly (Row | null)[] | null;
    readonly previous?: object | null;
    /** Metrics that are undefined for the query: for example impressions by device. */
    readonly absent?: readonly (string | null)[] | null;
  } | null;
}

/** The parameters of the query in addition to its period, axes and model. */
export type Control = 'step' | 'compare' | 'filters' | 'approval' | 'evaluation';

/** A metric among the columns of an analysis; a hidden one can be shown. */
interface ShownMetric<Metric extends MetricKey = MetricKey> {
  readonly metric: Metric;
  readonly hidden?: boolean;
}

/** Analyses with rows of their own, which another one shows in place of its report or below it. */
export type ViewName = 'models' | 'paths' | 'what_if' | 'transitions';

/**
 * An analysis: its query, its axes, its metrics in their order, and its chart. Texts are
 * `analysis.<name>.title`, `.lead`, and `.view.<view>` where there are several views.
 */
export interface Analysis {
  readonly name: string;
  readonly operation: TypedDocumentNode<ReportAnswer, ReportParameters>;
  /** The path in the API, also of the downloads. */
  readonly path: string;
  /** The axes that can divide the rows; none where the rows are intervals of time. */
  readonly axes: readonly Axis[];
  /** Whether a second axis may be nested in the first. */
  readonly nested: boolean;
  /** The selectable models: all, or those by position; null: the report depends on no model. */
  readonly models: 'all' | 'rules' | null;
  readonly controls: readonly Control[];
  readonly filters: readonly AnyFilter[];
  readonly columns: readonly ShownMetric[];
  /** The totals above the table; absent: those of the first columns. */
  readonly summary?: readonly MetricKey[];
  /** Whether the rows have `trend`. */
  readonly trend: boolean;
  readonly chart: ChartOver<'items'> | ChartOver<'time'>;
  /** The default sort of the rows, from the largest, or from the last name; null: the server's order. */
  readonly sort: MetricKey | 'label' | null;
  /** The views, the report first; empty where the report is the only view. */
  readonly views: readonly ('report' | ViewName)[];
  /** The analysis below the report. */
  readonly below?: ViewName;
}

/** Address parameters that name the shown columns by item codes, `1,2,5`; `0`: none of them. */
export const ITEM_PARAMETERS = ['items', 'simulation'] as const;
export type ItemParameter = (typeof ITEM_PARAMETERS)[number];

/** The properties that the controls, the tools and the column chooser of an analysis read. */
export type Framed = Pick<
  Analysis,
  'name' | 'axes' | 'nested' | 'models' | 'controls' | 'filters' | 'views'
> & {
  readonly columns: readonly { readonly metric: string; readonly hidden?: boolean }[];
  /** Columns that are not metrics; an address hides and sorts them by these names. */
  readonly ownColumns?: readonly string[];
  /** Columns by item code, by the address parameter that lists the codes; the first group has code 1. */
  readonly itemColumns?: Readonly<Record<ItemParameter, readonly (readonly string[])[]>>;
  readonly chart: { readonly over: 'items' | 'time'; readonly items: readonly (readonly string[])[] };
  readonly sort: string | null;
};

/** The part of the query that an analysis with rows of its own shares with reports. */
export type SharedParameters = Pick<
  ReportParameters,
  'product_id' | 'from' | 'to' | 'axis' | 'model' | 'where'
>;

/** An analysis with rows of its own, on a screen of its own or as a view of another analysis. */
export interface OwnAnalysis<Answer = object, Parameters = object, Own = unknown> extends Framed {
  readonly operation: TypedDocumentNode<Answer, Parameters>;
  readonly path: string;
  /** Reads the parameters that only this analysis has in an address; absent and invalid ones get their default. */
  readonly readOwn: (raw: Readonly<Record<string, string | undefined>>) => Own;
  /** The parameters of the query. */
  readonly parametersOf: (shared: SharedParameters, own: Own) => Parameters;
}

/** The metrics of rows, and of the objects in them: those under other rules, or of one month. */
type MetricWithin<Row> =
  | MetricOf<Row>
  | {
      [K in keyof Row]: [NonNullable<Row[K]>] extends [object] ? MetricOf<NonNullable<Row[K]>> : never;
    }[keyof Row];

/** The parts of an analysis with rows of its own that its query determines. */
interface SelectedByQuery<Operation> extends Framed {
  readonly path: string;
  readonly columns: readonly { readonly metric: MetricWithin<RowOf<Operation>> }[];
  readonly parametersOf: (shared: SharedParameters, own: never) => ParametersOf<Operation>;
}

/** The parts of an analysis that name metrics: its query selects all of them. */
interface SelectedMetrics<Row extends ReportRow> {
  readonly operation: TypedDocumentNode<ReportAnswer<Row>, ReportParameters>;
  readonly columns: readonly ShownMetric<MetricOf<Row>>[];
  readonly summary?: readonly MetricOf<Row>[];
  readonly chart: ChartOver<'items', MetricOf<Row>> | ChartOver<'time', MetricOf<Row>>;
  readonly sort: MetricOf<Row> | 'label' | null;
}

/** The rows that a query of a report answers. */
type RowOf<Operation> =
  Operation extends TypedDocumentNode<infer Answer, infer _Parameters>
    ? Answer extends { readonly report?: infer Report }
      ? NonNullable<Report> extends { readonly rows: readonly (infer Row)[] }
        ? NonNullable<Row>
        : never
      : never
    : never;

/** The parameters that a query accepts. */
type ParametersOf<Operation> =
  Operation extends TypedDocumentNode<infer _Answer, infer Parameters> ? Parameters : never;

/**
 * Declares an analysis: one that the general screen shows, or one with rows of its own. A metric that the rows of
 * its query lack does not compile, and neither do parameters that the query does not accept.
 */
export function defineAnalysis<Row extends ReportRow>(analysis: Analysis & SelectedMetrics<Row>): Analysis;
export function defineAnalysis<const Own extends { readonly operation: object }>(
  analysis: Own & SelectedByQuery<Own['operation']>,
): Own;
export function defineAnalysis(analysis: object): object {
  return analysis;
}

/** Number of totals above the table that fit into one line. */
const MAX_SUMMARY_METRICS = 7;

/** The totals above the table of an analysis. */
export const summaryOf = ({
  summary,
  columns,
}: Pick<Analysis, 'summary' | 'columns'>): readonly MetricKey[] =>
  summary ??
  columns
    .filter(({ hidden = false }) => !hidden)
    .slice(0, MAX_SUMMARY_METRICS)
    .map(({ metric }) => metric);

/** Whether the rows are intervals of time: days, weeks or months. */
export const isOverTime = ({ chart }: { readonly chart: { readonly over: 'items' | 'time' } }): boolean =>
  chart.over === 'time';
