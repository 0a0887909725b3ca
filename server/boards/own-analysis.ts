import type { TObject } from '@fastify/type-provider-typebox';
import type { MetricKey } from '../attribution/metrics.ts';
import type { Viewer } from '../http/visibility.ts';
import type { ReportOptions, ReportParts } from '../reports/parse/query.ts';
import type { Words } from '../wording/words.ts';
import { columnOf } from './figures.ts';
import type { Search } from './saved-search.ts';

/** Analyses with rows of their own, on screens of their own or as views of another analysis, as boards show them. */

/** A column of an analysis with rows of its own. */
export interface OwnColumn {
  readonly field: string;
  readonly name: string;
  readonly format: string;
  /** The values are those with which the others are compared. */
  readonly compared?: boolean;
  /** Texts of the coded values of a column of texts. */
  readonly texts?: ReadonlyMap<string, string>;
}

/** A row: its values are in the fields that columns name. */
export interface OwnRow {
  readonly key: string;
  readonly label: string;
}

interface OwnChart {
  readonly kind: 'bars' | 'diverging';
  readonly title: string;
  readonly heading: string;
  readonly columns: readonly OwnColumn[];
  /** The drawn rows, in their order. */
  readonly rows: readonly OwnRow[];
}

/** The answer of an analysis, with every text in one language. */
export interface OwnAnswer {
  /** Conditions that only this analysis has. */
  readonly conditions: readonly string[];
  /** Heading of the labels of the table. */
  readonly heading: string;
  readonly columns: readonly OwnColumn[];
  /** In the order of the analysis. */
  readonly rows: readonly OwnRow[];
  readonly totals: object;
  /** Field that sorts the table, the largest first, unless the view names one; null: rows are never sorted. */
  readonly usualSort: string | null;
  /** `rules`: the view tries no rule, so that there is nothing to compare. */
  readonly chart: OwnChart | 'rules';
  /** Fields of the totals for a figure: its value, and the value with which it is compared. */
  readonly figures: ReadonlyMap<MetricKey, readonly [OwnColumn, ...OwnColumn[]]>;
  /** When the rules of the product changed, where the answer follows the previous ones; else null. */
  readonly rebuildingSince: string | null;
}

interface Shown {
  /** The parameters of the view, which select what is shown of the answer. */
  readonly search: Search;
  /** Heading of rows by the axis; empty: the rows are of one kind. */
  readonly axis: string;
  readonly words: Words;
}

/** A query of the API. */
export type OwnQuery = Readonly<Record<string, string | number | boolean>>;

/** An analysis as boards read and show it. Only its file knows its parameters and its answer. */
export interface OwnAnalysis {
  /** Schema of the query in the API. */
  readonly query: TObject;
  /** The parameters of the query that only this analysis has. Invalid ones get the defaults of the console. */
  readonly parametersOf: (search: Search) => OwnQuery;
  /**
   * The hidden columns that a view names; null: those of the setting of the page. Absent: the analysis is a view of a
   * report, which has the choice of columns.
   */
  readonly hiddenOf?: (search: Search) => readonly string[] | null;
  /**
   * Computes the answer by the rights of a viewer.
   *
   * @param query was checked by the schema
   * @throws {Failure} `invalid`, `no_permission_for_data`, `timed_out`
   */
  readonly read: (
    parts: ReportParts,
    viewer: Viewer,
    query: OwnQuery,
    shown: Shown,
    options: ReportOptions,
  ) => Promise<OwnAnswer>;
}

/** Single figures of metrics whose totals have the metric's name. */
export const totalsOf = (metrics: readonly MetricKey[], words: Words): OwnAnswer['figures'] =>
  new Map(metrics.map(metric => [metric, [{ ...columnOf(words, metric), field: metric }]] as const));
