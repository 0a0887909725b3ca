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

/** The fields of a row in every report in addition to its metrics. */
export interface ReportRow {
  readonly key: string;
  readonly label: string;
  /** Of rows by two axes: the key of the outer row, and 1 for an inner one. */
  readonly parent?: string | null;
  readonly level?: number | null;
  /** Of rows that are split by who the visitor was. */
  readonly visitor?: string | null;
  /** Of stretches of time: their first and last day. */
  readonly from?: string | null;
  readonly to?: string | null;
  /** The same metrics of the period that it is compared with. */
  readonly compared?: object | null;
  /** The course of its contacts over the period, at most 31 numbers. */
  readonly trend?: readonly (number | null)[] | null;
}

/**
 * The charts that suit a kind of axis: ads have no order, so no line connects them. `items` are the
 * selectable figures: each is drawn with its companions, all of one unit since they share an axis.
 */
export type ChartOver<Over extends 'items' | 'time', Row> = {
  readonly over: Over;
  readonly kind: Over extends 'time' ? 'line' | 'bars' | 'stacked' : 'bars' | 'stacked';
  readonly items: readonly (readonly [MetricOf<Row>, ...MetricOf<Row>[]])[];
  /** How many rows are drawn, the largest by the first metric; over time all are. */
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
  readonly from: string;
  readonly to: string;
}
export interface LeftOut {
  readonly bot: number;
  readonly repeated: number;
  readonly excluded_ip: number;
  readonly conversions?: number | null;
}

/**
 * What every report answers; `rows` ends with the row of conversions that had no contact, its key is
 * `no_contact`.
 */
export interface ReportAnswer<Row> {
  readonly report: {
    readonly rules: ReportRules | null;
    readonly watermark: string;
    /** When its event was accepted. */
    readonly watermark_at?: string | null;
    readonly left_out: LeftOut | null;
    readonly rows: readonly (Row | null)[];
    /** The metrics of all rows together. */
    readonly totals: object | null;
    /** The same of the period that it is compared with, and its days. */
    readonly compared_totals?: object | null;
    /**
     * Of a report over time: the stretches that those of `rows` are compared with, in the same order, and all
     * of them together.
     */
    readonly compared_rows?: readonly (Row | null)[] | null;
    readonly previous?: object | null;
    /** Metrics that are undefined for the query: for example impressions by device. */
    readonly absent?: readonly (string | null)[] | null;
  } | null;
}

/** The parameters of the query in addition to its period, axes and model. */
export type Control = 'compare' | 'filters' | 'approval' | 'evaluation';

/**
 * An analysis: its query, its axes, its metrics in their order, and its chart. Texts are `<name>.title`,
 * `<name>.lead`, and `<name>.view.<view>` where there are several views.
 */
export interface Analysis<Row extends ReportRow> {
  readonly name: string;
  readonly operation: TypedDocumentNode<ReportAnswer<Row>, ReportParameters>;
  /** Its path in the API, under which its files are as well. */
  readonly path: string;
  /** What rows may be; none where they are stretches of time. */
  readonly axes: readonly Axis[];
  /** Whether a second axis may be nested in the first. */
  readonly nested: boolean;
  /** The selectable models: all, or those that share by rule; null: the report depends on none. */
  readonly models: 'all' | 'rules' | null;
  readonly controls: readonly Control[];
  readonly filters: readonly AnyFilter[];
  readonly columns: readonly { readonly metric: MetricOf<Row>; readonly hidden?: boolean }[];
  /** Whether rows bring the course of their figures along. */
  readonly trend: boolean;
  readonly chart: ChartOver<'items', Row> | ChartOver<'time', Row>;
  /** The default sort of the rows, from the largest; null: the server's order. */
  readonly sort: MetricOf<Row> | null;
  /** Views of the analysis, the first being the report itself; none where that is all. */
  readonly views: readonly string[];
}

/** Address parameters that name the shown columns by item codes, `1,2,5`; `0`: none of them. */
export const ITEM_PARAMETERS = ['items', 'simulation'] as const;
export type ItemParameter = (typeof ITEM_PARAMETERS)[number];

/**
 * The properties that the frame of an analysis needs: its controls, its tools, its column chooser. Analyses
 * with rows of their own provide these.
 */
export type Framed = Pick<
  Analysis<ReportRow>,
  'name' | 'axes' | 'nested' | 'models' | 'controls' | 'filters' | 'views'
> & {
  readonly columns: readonly { readonly metric: string; readonly hidden?: boolean }[];
  /** Columns that are no metrics: an address hides and sorts them by these names as well. */
  readonly ownColumns?: readonly string[];
  /** Columns by item code, by the address parameter that lists the codes; the first group has code 1. */
  readonly itemColumns?: Readonly<Record<ItemParameter, readonly (readonly string[])[]>>;
  readonly chart: { readonly over: 'items' | 'time'; readonly items: readonly (readonly string[])[] };
  readonly sort: string | null;
};

export const defineAnalysis = <Row extends ReportRow>(analysis: Analysis<Row>): Analysis<Row> => analysis;

/** Whether the rows are stretches of time, days, weeks or months. */
export const isOverTime = ({ chart }: { readonly chart: { readonly over: 'items' | 'time' } }): boolean =>
  chart.over === 'time';
