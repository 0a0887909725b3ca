import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { KeyOf } from '../resources/column.ts';
import type { MetricKey } from './metrics.ts';

/** By what the rows of a report are told apart (domain.md section 4): the number is the server's. */
export const AXES = { ad: 1, category: 2, type1: 3, type2: 4, type3: 5, network: 6 } as const;
export type Axis = keyof typeof AXES;

/** The attribution models by the server's numbers. */
export const MODELS = ['1', '2', '3', '4', '5'] as const;
export type Model = (typeof MODELS)[number];

/** The metrics that a query selects for a row: those of the registry that are numbers there. */
export type MetricOf<Row> = { [K in KeyOf<Row>]: K extends MetricKey ? ([NonNullable<Row[K]>] extends [number] ? K : never) : never }[KeyOf<Row>];

/** What every report says of a row beside its metrics. */
export interface ReportRow { readonly key: string; readonly label: string }

/** The charts that make sense over a kind of axis: ads have no order, so no line runs through them. */
export type ChartOver<Over extends 'items' | 'time', Row> = {
  readonly over: Over;
  readonly kind: Over extends 'time' ? 'line' | 'bars' | 'stacked' : 'bars' | 'stacked';
  /** All of one unit, since they share an axis. */
  readonly metrics: readonly MetricOf<Row>[];
  /** The largest by the first metric. */
  readonly top: number;
};

export interface ReportQuestion {
  readonly product_id: number;
  readonly from: string;
  readonly to: string;
  readonly axis: number;
  readonly model?: number;
}

export interface ReportRules { readonly model: number; readonly tracking_term: number; readonly from: string; readonly to: string }
export interface LeftOut { readonly bot: number; readonly repeated: number; readonly excluded_ip: number; readonly conversions?: number | null }

/** What every report answers; `rows` ends with the row of conversions that had no contact, its key is `no_contact`. */
export interface ReportAnswer<Row> {
  readonly report: {
    readonly rules: ReportRules | null;
    readonly watermark: string;
    readonly left_out: LeftOut | null;
    readonly rows: readonly (Row | null)[];
    /** The metrics of all rows together. */
    readonly totals: Omit<Row, 'key' | 'label'> | null;
  } | null;
}

/** An analysis over items: what is asked, by which axes, which metrics in which order, and its chart. Texts are `<name>.title`, `<name>.lead`, `<name>.chart`. */
export interface Analysis<Row extends ReportRow> {
  readonly name: string;
  readonly operation: TypedDocumentNode<ReportAnswer<Row>, ReportQuestion>;
  readonly axes: readonly Axis[];
  /** Whether the report depends on a model that one may choose. */
  readonly models: boolean;
  readonly columns: readonly { readonly metric: MetricOf<Row>; readonly hidden?: boolean }[];
  readonly chart: ChartOver<'items', Row>;
  /** What the rows are sorted by unless the user says otherwise, from the largest. */
  readonly sort: MetricOf<Row>;
}

export const defineAnalysis = <Row extends ReportRow>(analysis: Analysis<Row>): Analysis<Row> => analysis;
