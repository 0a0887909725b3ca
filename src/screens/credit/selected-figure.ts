import type { MetricKey } from '../../analyses/metrics.ts';
import type { Days } from '../../components/days.ts';
import type { BehindParameters } from './use-figure-page.ts';

/** A figure on a screen that is looked into. */
export interface SelectedFigure {
  /** What its row is called. */
  readonly label: string;
  readonly metric: MetricKey;
  /** As it stands on the screen; null: it is not on it, only what it is compared with. */
  readonly value: number | null;
  /** Up to which event the screen was counted. */
  readonly watermark: string | null;
  /** Asks for the conversions behind it, all but its metric. */
  readonly question: Omit<BehindParameters, 'metric'>;
  /** Figures that may be looked into in its place, by the address' words. */
  readonly choices: readonly Chosen[];
  /** The search of the contact log that holds the same contacts; null: it cannot be asked for them. */
  readonly contacts: Readonly<Record<string, string>> | null;
  /** The days that it is of and those that they are compared with; null: with none. */
  readonly periods: { readonly now: Days; readonly before: Days } | null;
}

/** A figure by the address' word for it. */
export interface Chosen {
  readonly field: string;
  readonly metric: MetricKey;
}
