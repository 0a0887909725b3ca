import { useEffect, useMemo } from 'react';
import type { Formatter } from '../formats.ts';
import { createQuickIndex, wordsOf } from './quick.ts';
import { sorted } from './sorted.ts';
import type { GridColumn, GridProps } from './types.ts';

interface Question<Row extends object> extends Pick<GridProps<Row>, 'rows' | 'presorted' | 'quick' | 'onQuick'> {
  readonly columns: readonly GridColumn<Row>[];
  readonly sort: NonNullable<GridProps<Row>['sort']> | null;
  readonly format: Formatter;
  readonly locale: string;
}

const NO_ROWS: readonly never[] = [];
/** Long enough for the page to be drawn, short of the time it takes to aim at a field. */
const SOON = 300;

/** The rows that are shown, in order. */
export const useRows = <Row extends object>({ rows, columns, sort, presorted = false, quick = '', onQuick, format, locale }: Question<Row>): readonly Row[] => {
  const all = rows ?? NO_ROWS;
  const inOrder = useMemo(() => (presorted ? all : sorted(all, columns, sort, locale)), [all, columns, sort, presorted, locale]);
  const quickly = onQuick !== undefined || quick !== '';
  const index = useMemo(() => (quickly ? createQuickIndex(all, columns, format) : null), [quickly, all, columns, format]);
  // What was read before the first key is not waited for at that key.
  useEffect(() => {
    if (index === null) return undefined;
    let timer = setTimeout(function read() { if (index.read()) timer = setTimeout(read); }, SOON);
    return () => clearTimeout(timer);
  }, [index]);
  return useMemo(() => (index === null ? inOrder : index.found(inOrder, wordsOf(quick))), [index, inOrder, quick]);
};
