import { lazy, Suspense, useCallback, useLayoutEffect, useMemo, useRef, type ReactNode } from 'react';
import type { DrillDown } from '../../../components/grid/types.ts';
import { useAddress, type RawSearch } from '../../../console/address.ts';
import { useLevel } from '../../../console/context.ts';
import type { SelectedFigure } from './selected-figure.ts';

const FigureDialog = lazy(async () => ({
  default: (await import('./figure-dialog.tsx')).FigureDialog,
}));

/** The key of the row of totals. */
export const TOTAL = 'total';

const read = (raw: RawSearch) => ({
  key: raw['drilldown'] ?? null,
  field: raw['drilldown_metric'] ?? null,
  compared: raw['drilldown_at'] === 'compared',
});
const NOTHING = { drilldown: undefined, drilldown_metric: undefined, drilldown_at: undefined } as const;

export interface DrillDownDialog {
  /**
   * Opens the drill-down of a row, by the row's key and the field of the figure. Without a field it opens with
   * the first figure of the row. Null: the user may not see conversions.
   */
  readonly open: ((key: string, field?: string) => void) | null;
  /** The dialog of the figure in the address. */
  readonly dialog: ReactNode;
}

/**
 * The drill-down of a screen's figures. The selected figure is in the address, so that a link can open it.
 *
 * @param find finds a figure by row key, field and period; null: no such figure, or the report is loading
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
    (of: string, one?: string) => now.current({ ...NOTHING, drilldown: of, drilldown_metric: one }),
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
          onField={of => go({ drilldown_metric: of }, { replace: true })}
          onCompared={then => go({ drilldown_at: then ? 'compared' : undefined }, { replace: true })}
          onClose={() => go(NOTHING)}
        />
      </Suspense>
    ),
  };
};

/**
 * The drill-down of the cells of a grid. It keeps its identity between renders, because a new object would
 * render all rows again.
 *
 * @param has whether a field of a row is a figure; a stable function
 */
export const useFigures = <Row extends { readonly key: string }>(
  open: DrillDownDialog['open'],
  has: (row: Row, field: string) => boolean,
): DrillDown<Row> | null =>
  useMemo(() => (open === null ? null : { has, open: (row, field) => open(row.key, field) }), [open, has]);
