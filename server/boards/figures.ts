import type { MetricKey } from '../attribution/metrics.ts';
import type { Words } from '../wording/words.ts';
import { METRIC_FORMATS } from './declared-reports.ts';

/** The figures of an item of a board, with every text in one language: for shared boards and for mails. */

/** A column of figures. */
export interface FigureColumn {
  /** The metric, or a field of an analysis with rows of its own. */
  readonly metric: string;
  readonly name: string;
  /** `text`: the column has texts in place of numbers. */
  readonly format: string;
  /** The values are those of the comparison period. */
  readonly compared: boolean;
}
/** A row, with a value for each column. */
export interface FigureRow {
  readonly key: string;
  readonly label: string;
  readonly values: readonly (number | null)[];
  /** A text for each column, empty for numbers; absent: no column has texts. */
  readonly texts?: readonly string[];
}
export interface ItemFigures {
  /** The conditions of the report in words. */
  readonly conditions: readonly string[];
  /** Heading of the labels. */
  readonly heading: string;
  /** Null: no chart. */
  readonly chart: 'line' | 'bars' | 'stacked' | 'diverging' | null;
  /** Title of the chart; empty: none. */
  readonly title: string;
  /** The last interval of a chart over time has not ended. */
  readonly unfinished: boolean;
  readonly columns: readonly FigureColumn[];
  readonly rows: readonly FigureRow[];
  /** Number of rows before they were limited. */
  readonly count: number;
  /** Sums by column; null: charts have none. */
  readonly totals: readonly (number | null)[] | null;
}

/** The figures of an item that has none. */
export const NO_FIGURES: ItemFigures = {
  conditions: [],
  heading: '',
  chart: null,
  title: '',
  unfinished: false,
  columns: [],
  rows: [],
  count: 0,
  totals: null,
};

/** A row of a report, whatever its kind. */
export interface PlainRow {
  readonly key: string;
  readonly label: string;
  readonly values: object;
  readonly compared: object | null;
}
/** The answer of a report of either kind. */
export interface PlainReport {
  readonly rows: readonly PlainRow[];
  readonly totals: object;
  readonly comparedTotals: object | null;
  /** Names of the axes, the outer first; empty over time. */
  readonly axes: readonly string[];
  readonly model: number | null;
  readonly compared: { readonly from: string; readonly to: string } | null;
  /** When the rules of the product changed, where the answer follows the previous ones; else null. */
  readonly rebuildingSince: string | null;
}

export const valueOf = (row: object | null, metric: string): number | null => {
  const value = (row as Readonly<Record<string, unknown>> | null)?.[metric];
  return typeof value === 'number' ? value : null;
};

/** A name with its unit where values are shown without it: yen. */
export const inUnit = (words: Words, name: string, format: string): string =>
  format === 'yen' ? words.say('unit.named', { name, unit: words.say('unit.yen') }) : name;

export const columnOf = (words: Words, metric: MetricKey, compared = false): FigureColumn => {
  const name = words.say(`metric.${metric}.name`);
  const { format } = METRIC_FORMATS[metric];
  const shown = compared ? words.say('analysis.compared_series', { name }) : name;
  return {
    metric,
    name: inUnit(words, shown, format),
    format,
    compared,
  };
};
