import snapshot from './reports.json' with { type: 'json' };
import type { MetricKey } from '../attribution/metrics.ts';

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
}

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
}

export const {
  axes: AXES,
  metrics: METRIC_FORMATS,
  custom: CUSTOM_WORDS,
  reports: REPORTS,
} = snapshot as unknown as Snapshot;

export const isDeclared = (name: string): name is keyof typeof REPORTS => Object.hasOwn(REPORTS, name);
