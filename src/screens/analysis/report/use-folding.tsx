import { useMemo, useState, type ReactNode } from 'react';
import type { ReportRow } from '../../../analyses/analysis.ts';
import type { Tree } from '../../../components/grid/tree.ts';
import { useTranslate } from './use-report.ts';

const parentOf = (row: ReportRow): string | null => row.parent ?? null;

/** The set without the key if it has the key, else with it. */
const toggled = (keys: ReadonlySet<string>, key: string): ReadonlySet<string> =>
  new Set(keys.has(key) ? [...keys].filter(other => other !== key) : [...keys, key]);

interface Folding {
  /** Undefined: the rows are not nested. */
  readonly tree: Tree<ReportRow> | undefined;
  /** Folds or unfolds all rows. */
  readonly foldButton: ReactNode;
}

/** Folds inner rows under their outer row: single rows, or all of them by a button. */
export const useFolding = (nested: boolean, rows: readonly ReportRow[] | null): Folding => {
  const translate = useTranslate();
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => new Set());
  const tree = useMemo(
    (): Tree<ReportRow> | undefined =>
      nested ? { parentOf, folded, onFold: key => setFolded(before => toggled(before, key)) } : undefined,
    [nested, folded],
  );
  const outer = nested ? (rows ?? []).filter(row => parentOf(row) === null).map(({ key }) => key) : [];
  const foldButton = outer.length > 1 && (
    <button
      type="button"
      className="tp-quiet"
      onClick={() => setFolded(new Set(folded.size > 0 ? [] : outer))}
    >
      {translate(folded.size > 0 ? 'analysis.expand_all' : 'analysis.collapse_all')}
    </button>
  );
  return { tree, foldButton };
};
