import type { ReportParameters } from '../../../analyses/analysis.ts';
import type { Days } from '../../../components/days.ts';
import type { FilterWords } from '../../list/use-filters.ts';
import type { AnalysisSearch } from '../search/search.ts';
import type { Fact } from '../search/use-facts.ts';

/** Changes the address; what is `undefined` leaves it. */
export type Go = (changes: Readonly<Record<string, unknown>>, how?: { readonly replace?: boolean }) => void;

/** Which columns are shown, and what changes that: what the grid takes. */
export interface ColumnChoice {
  readonly hidden: readonly string[];
  readonly hiddenAtFirst: readonly string[];
  readonly onHidden: (hidden: readonly string[]) => void;
  readonly order: readonly string[];
  readonly onOrder: (order: readonly string[]) => void;
  readonly widths: Readonly<Record<string, number>>;
  readonly onWidths: (widths: Readonly<Record<string, number>>) => void;
}

/**
 * What every part of an analysis screen knows: what is asked, in the address' words and in the server's, and
 * how to ask otherwise.
 */
export interface Site {
  /** The analysis'. */
  readonly name: string;
  readonly search: AnalysisSearch;
  readonly go: Go;
  readonly question: ReportParameters;
  readonly days: Days;
  /** The days that it is compared with. */
  readonly compared: Days | null;
  readonly words: FilterWords;
  /** All that was asked, in words, and the same in one line. */
  readonly facts: readonly Fact[];
  readonly note: string;
  readonly columnChoice: ColumnChoice;
}
