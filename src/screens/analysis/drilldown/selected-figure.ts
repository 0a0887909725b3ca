import type { MetricKey } from '../../../analyses/metrics.ts';
import type { Days } from '../../../components/days.ts';
import type { FigureParameters } from './use-figure-page.ts';

/** A figure on a screen whose drill-down is open. */
export interface SelectedFigure {
  /** Name of its row. */
  readonly label: string;
  readonly metric: MetricKey;
  /** Value on the screen; null: the screen shows only the figure of the other period. */
  readonly value: number | null;
  /** Watermark of the data on the screen. */
  readonly watermark: string | null;
  /** Parameters of the drill-down query, without the metric. */
  readonly query: Omit<FigureParameters, 'metric'>;
  /** Other figures of the row that can be selected in the dialog. */
  readonly choices: readonly Chosen[];
  /** The compared models whose credit the dialog can list; absent: only that of the query. */
  readonly models?: readonly { readonly field: string; readonly model: number }[];
  /** Why the models credit the row differently, in paragraphs. */
  readonly explanation?: readonly string[];
  /** Parameters of the contact log that select the same contacts; null: it cannot select them. */
  readonly contacts: Readonly<Record<string, string>> | null;
  /** Period of the figure and comparison period; null: no comparison. */
  readonly periods: { readonly now: Days; readonly before: Days } | null;
}

/** A figure by its name in the address. */
export interface Chosen {
  readonly field: string;
  readonly metric: MetricKey;
}
