import type { Framed, ReportParameters } from '../../../analyses/analysis.ts';
import type { ColumnSetChoice } from '../../../components/grid/types.ts';
import type { Days } from '../../../components/days.ts';
import type { FilterWords } from '../../list/use-filters.ts';
import type { AnalysisSearch } from '../search/search.ts';
import type { Fact } from '../../print/print-sheet.tsx';

/** Changes parameters of the address; an undefined value removes its parameter. */
export type Navigate = (
  changes: Readonly<Record<string, unknown>>,
  how?: { readonly replace?: boolean },
) => void;

/** The shown columns and their changes, as properties of the grid. */
export interface ColumnChoice {
  readonly hidden: readonly string[];
  readonly hiddenAtFirst: readonly string[];
  readonly columnSets: readonly ColumnSetChoice[];
  readonly onHidden: (hidden: readonly string[]) => void;
  readonly order: readonly string[];
  readonly onOrder: (order: readonly string[]) => void;
  readonly widths: Readonly<Record<string, number>>;
  readonly onWidths: (widths: Readonly<Record<string, number>>) => void;
}

/** The query of an analysis screen as its address and as the parameters of the server. */
export interface ReportContext {
  /** The name of the analysis. */
  readonly name: string;
  readonly analysis: Framed;
  /** The model of the answer; null: no model, or no answer yet. */
  readonly counted: number | null;
  readonly search: AnalysisSearch;
  readonly go: Navigate;
  readonly query: ReportParameters;
  readonly days: Days;
  /** The period of comparison. */
  readonly compared: Days | null;
  readonly words: FilterWords;
  /** The conditions of the query in words, one by one and in one line. */
  readonly facts: readonly Fact[];
  readonly note: string;
  readonly columnChoice: ColumnChoice;
}
