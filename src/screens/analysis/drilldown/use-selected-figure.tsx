import { lazy, Suspense, useCallback, useLayoutEffect, useMemo, useRef, type ReactNode } from 'react';
import type { DrillDown } from '../../../components/grid/types.ts';
import { useAddress, type RawSearch } from '../../../console/address.ts';
import { useLevel } from '../../../console/context.ts';
import type { SelectedFigure } from '../../credit/selected-figure.ts';

const FigureDialog = lazy(async () => ({
  default: (await import('../../credit/figure-dialog.tsx')).FigureDialog,
}));

/** The key of the row of totals. */
export const TOTAL = 'total';

const read = (raw: RawSearch) => ({
  key: raw['behind'] ?? null,
  field: raw['behind_of'] ?? null,
  compared: raw['behind_at'] === 'compared',
});
const NOTHING = { behind: undefined, behind_of: undefined, behind_at: undefined } as const;

export interface DrillDownDialog {
  /**
   * Looks into a figure: of a row by its key, by the field that it stands in; the row's first one unless
   * told. Null: one may not see conversions.
   */
  readonly open: ((key: string, field?: string) => void) | null;
  /** What is looked into. */
  readonly dialog: ReactNode;
}

/**
 * From figures of a screen to the conversions behind them. Which figure is looked into stands in the address,
 * so that it can be sent.
 *
 * @param find a figure by the address' words for it; null: there is none, or it is not here yet
 */
export const useSelectedFigure = (
  find: (key: string, field: string | null, compared: boolean) => SelectedFigure | null,
): DrillDownDialog => {
  const mayRead = useLevel('cv_log') !== 'none';
  const [{ key, field, compared }, go] = useAddress(read);
  const now = useRef(go);
  useLayoutEffect(() => {
    now.current = go;
  });
  const open = useCallback(
    (of: string, one?: string) => now.current({ ...NOTHING, behind: of, behind_of: one }),
    [],
  );
  const selected = mayRead && key !== null ? find(key, field, compared) : null;
  return {
    open: mayRead ? open : null,
    dialog: selected !== null && (
      <Suspense>
        <FigureDialog
          selected={selected}
          compared={compared}
          onField={of => go({ behind_of: of }, { replace: true })}
          onCompared={then => go({ behind_at: then ? 'compared' : undefined }, { replace: true })}
          onClose={() => go(NOTHING)}
        />
      </Suspense>
    ),
  };
};

/**
 * The same for the cells of a grid: the same object from drawing to drawing, or every row would be drawn
 * again.
 *
 * @param has which fields of a row are figures, a function that never changes
 */
export const useFigures = <Row extends { readonly key: string }>(
  open: DrillDownDialog['open'],
  has: (row: Row, field: string) => boolean,
): DrillDown<Row> | null =>
  useMemo(() => (open === null ? null : { has, open: (row, field) => open(row.key, field) }), [open, has]);
