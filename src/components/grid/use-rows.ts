import { useEffect, useMemo } from 'react';
import type { Formatter } from '../formats.ts';
import { createQuickIndex, wordsOf } from './quick.ts';
import { sorted } from './sorted.ts';
import { treeOrder, withOuter } from './tree.ts';
import type { GridColumn, GridProps } from './types.ts';

interface RowOptions<Row extends object> extends Pick<
  GridProps<Row>,
  'rows' | 'rowKey' | 'presorted' | 'remainderRank' | 'quick' | 'tree'
> {
  /** The search field has the focus: texts are indexed in advance, so that no key press waits for it. */
  readonly seeking: boolean;
  readonly columns: readonly GridColumn<Row>[];
  readonly sort: NonNullable<GridProps<Row>['sort']> | null;
  readonly format: Formatter;
  readonly locale: string;
}

const NO_ROWS: readonly never[] = [];
const NONE_FOLDED: ReadonlySet<string> = new Set();
/** The shown rows in order. */
export const useRows = <Row extends object>({
  rows,
  rowKey,
  columns,
  sort,
  presorted = false,
  remainderRank,
  quick = '',
  tree,
  seeking,
  format,
  locale,
}: RowOptions<Row>): readonly Row[] => {
  const all = rows ?? NO_ROWS;
  const inOrder = useMemo(
    () => (presorted ? all : sorted(all, columns, sort, locale, remainderRank)),
    [all, columns, sort, presorted, locale, remainderRank],
  );
  const quickly = seeking || quick !== '';
  const index = useMemo(
    () => (quickly ? createQuickIndex(all, columns, format) : null),
    [quickly, all, columns, format],
  );
  useEffect(() => {
    if (index === null) return undefined;
    let timer = setTimeout(function read() {
      if (index.read()) timer = setTimeout(read);
    });
    return () => clearTimeout(timer);
  }, [index]);
  const found = useMemo(
    () => (index === null ? inOrder : index.found(inOrder, wordsOf(quick))),
    [index, inOrder, quick],
  );
  return useMemo(() => {
    if (tree === undefined) return found;
    // A found row is shown even if its outer row is collapsed.
    return quick === ''
      ? treeOrder(found, rowKey, tree)
      : treeOrder(withOuter(found, inOrder, rowKey, tree.parentOf), rowKey, { ...tree, folded: NONE_FOLDED });
  }, [found, inOrder, quick, tree, rowKey]);
};
