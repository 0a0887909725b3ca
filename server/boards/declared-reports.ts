import snapshot from './reports.json' with { type: 'json' };
import type { MetricKey } from '../attribution/metrics.ts';
import type { WhatIfMetric } from '../reports/analyses/what-if/schema.ts';

/**
 * The reports that boards show, as the console declares them: `reports.json` is the committed snapshot of its
 * declarations, which `npm run contract` renews.
 */

export interface DeclaredChart {
  readonly over: 'items' | 'time';
  readonly kind: 'line' | 'bars' | 'stacked';
  /** The selectable groups of metrics. */
  readonly items: readonly (readonly MetricKey[])[];
  /** Limit of drawn rows; null: all. */
  readonly top: number | null;
}

/** A control of a report: a parameter of its query that a user can set. */
export type Control = 'compare' | 'filters' | 'approval' | 'evaluation';

export interface DeclaredReport {
  readonly metrics: readonly MetricKey[];
  /** The metrics that are hidden by default. */
  readonly hidden: readonly MetricKey[];
  /** The metric of a single figure that names none. */
  readonly figure: string;
  readonly chart: DeclaredChart;
  /** The default sort, from the largest; null: the order of the report. */
  readonly sort: string | null;
  readonly controls: readonly Control[];
  /** The words of the axes in addresses, the default first; none for intervals of time. */
  readonly axes: readonly string[];
  /** The analyses with rows of their own that its screen shows in place of the report. */
  readonly views: readonly OwnName[];
}

interface OwnDeclared {
  /** The words of the axes in addresses, the default first; none where the rows are of one kind. */
  readonly axes: readonly string[];
}

/** What analyses with a screen of their own declare. */
interface OwnScreen extends OwnDeclared {
  /** The metrics of the table, which can be single figures. */
  readonly metrics: readonly MetricKey[];
  /** The columns of the table that a view can hide. */
  readonly columns: readonly string[];
  /** The default sort, from the largest. */
  readonly sort: string;
  readonly chart: { readonly top: number };
}

/** The declarations of analyses with rows of their own: views of reports, and screens. */
interface OwnDeclarations {
  readonly models: OwnDeclared & {
    readonly models: readonly string[];
    readonly defaultModels: readonly string[];
    readonly measures: readonly ['cv_division', 'amount_division'];
    readonly chart: { readonly top: number; readonly topDifferences: number };
  };
  readonly paths: OwnDeclared & {
    /** Numbers of listed paths, the default first. */
    readonly limits: readonly string[];
    /** Least shares of a transition in percent. */
    readonly minShares: readonly string[];
  };
  readonly what_if: OwnDeclared & {
    readonly metrics: readonly [WhatIfMetric, ...WhatIfMetric[]];
    readonly models: readonly string[];
    readonly bounds: Readonly<
      Record<'term' | 'repeat' | 'decay', { readonly minimum: number; readonly maximum: number }>
    >;
    readonly chart: { readonly top: number };
  };
  readonly allocation: OwnScreen & {
    readonly models: readonly string[];
    readonly modes: readonly string[];
  };
  readonly lpo: OwnScreen & {
    readonly models: readonly string[];
    /** The metrics of the chart. */
    readonly charted: readonly MetricKey[];
  };
}
export type OwnName = keyof OwnDeclarations;

interface Snapshot {
  readonly axes: Readonly<Record<string, { readonly name: string; readonly number: number | null }>>;
  readonly metrics: Readonly<
    Record<
      MetricKey,
      { readonly format: string; readonly group: string; readonly moreIsBetter: boolean | null }
    >
  >;
  readonly custom: {
    readonly counterparts: Readonly<Partial<Record<string, string>>>;
    readonly returns: readonly string[];
    readonly ofEach: readonly string[];
  };
  readonly reports: Readonly<Record<'adStatistics' | 'term' | 'attribution' | 'effect', DeclaredReport>>;
  readonly own: OwnDeclarations;
}

export const {
  axes: AXES,
  metrics: METRIC_FORMATS,
  custom: CUSTOM_WORDS,
  reports: REPORTS,
  own: OWN,
} = snapshot as unknown as Snapshot;

export const isDeclared = (name: string): name is keyof typeof REPORTS => Object.hasOwn(REPORTS, name);
