import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { WhatIfMetric, WhatIfRow } from '../../../analyses/what-if.ts';
import type { DrillDown } from '../../../components/grid/types.ts';
import type { SelectedFigure } from './selected-figure.ts';
import { TOTAL, useFigures, useSelectedFigure } from './use-selected-figure.tsx';

const SIDES = ['today', 'what_if'] as const;
const sideOf = (field: string | null): (typeof SIDES)[number] | null =>
  SIDES.find(side => side === field) ?? null;
/** A difference has no list of conversions: it belongs to two lists. */
const has = (row: WhatIfRow, field: string): boolean => {
  const side = sideOf(field);
  return side !== null && (row[side] ?? 0) !== 0;
};

interface DrillDownOptions {
  /** The query by the current rules, and the rules to try. */
  readonly todays: Omit<SelectedFigure['query'], 'key'>;
  readonly tried: Partial<Omit<SelectedFigure['query'], 'key'>>;
  readonly metric: WhatIfMetric;
  readonly rows: readonly WhatIfRow[] | null;
  readonly totals: WhatIfRow | null;
  readonly watermark: string | null;
  readonly contactsOf: (row: WhatIfRow | null) => SelectedFigure['contacts'];
}

/** Drill-down from a figure to its conversions under the same rules: the current ones, or those to try. */
export const useWhatIfConversions = ({
  todays,
  tried,
  metric,
  rows,
  totals,
  watermark,
  contactsOf,
}: DrillDownOptions): { readonly figures: DrillDown<WhatIfRow> | null; readonly dialog: ReactNode } => {
  const intl = useIntl();
  const find = (key: string, field: string | null): SelectedFigure | null => {
    const row = key === TOTAL ? totals : rows?.find(one => one.key === key);
    const side = sideOf(field);
    if (row === undefined || row === null || side === null) return null;
    return {
      label: key === TOTAL ? intl.formatMessage({ id: 'analysis.total' }) : row.label,
      metric,
      value: row[side],
      watermark,
      query: { ...todays, ...(side === 'what_if' && tried), key },
      choices: [{ field: side, metric }],
      periods: null,
      // Logs show repeats as the current rules judge them, so they cannot list those of other rules.
      contacts:
        side === 'today' || tried.repeat === undefined ? contactsOf(key === TOTAL ? null : row) : null,
    };
  };
  const { open, dialog } = useSelectedFigure(find);
  return { figures: useFigures(open, has), dialog };
};
