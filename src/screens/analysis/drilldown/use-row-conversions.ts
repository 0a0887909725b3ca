import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { metrics, type MetricKey } from '../../../analyses/metrics.ts';
import type { DrillDown, RowAction } from '../../../components/grid/types.ts';
import { listedFor } from './listed-figure.ts';
import type { SelectedFigure } from './selected-figure.ts';
import { choicesOf, isFigure } from './use-figure-conversions.tsx';
import { TOTAL, useFigures, useSelectedFigure } from './use-selected-figure.tsx';

interface Row {
  readonly key: string;
  readonly label: string;
}

interface DrillDownOptions<Of extends Row> {
  readonly parameters: Omit<SelectedFigure['query'], 'key'>;
  readonly rows: readonly Of[] | null;
  readonly totals: Of | null;
  readonly watermark: string | null;
  readonly contactsOf: (row: Of | null) => SelectedFigure['contacts'];
}

/** Drill-down of an analysis whose rows have a type of their own; its metrics are those of all reports. */
export const useRowConversions = <Of extends Row>({
  parameters,
  rows,
  totals,
  watermark,
  contactsOf,
}: DrillDownOptions<Of>): {
  readonly figures: DrillDown<Of> | null;
  readonly actions: readonly RowAction<Of>[];
  readonly dialog: ReactNode;
} => {
  const intl = useIntl();
  const find = (key: string, field: string | null): SelectedFigure | null => {
    const row = key === TOTAL ? totals : rows?.find(one => one.key === key);
    if (row === undefined || row === null || field === null || !Object.hasOwn(metrics, field)) return null;
    const value: unknown = (row as Readonly<Record<string, unknown>>)[field];
    const metric = field as MetricKey;
    return {
      label: key === TOTAL ? intl.formatMessage({ id: 'analysis.total' }) : row.label,
      metric,
      value: typeof value === 'number' ? value : null,
      watermark,
      contacts: contactsOf(key === TOTAL ? null : row),
      periods: null,
      query: { ...parameters, key },
      choices: listedFor(metric) === null ? [] : choicesOf(row),
    };
  };
  const { open, dialog } = useSelectedFigure(find);
  return {
    figures: useFigures<Of>(open, isFigure),
    dialog,
    actions:
      open === null
        ? []
        : [
            {
              id: 'drilldown',
              label: intl.formatMessage({ id: 'drilldown.action' }),
              icon: 'detail',
              offered: row => choicesOf(row).length > 0,
              run: row => {
                const [first] = choicesOf(row);
                if (first !== undefined) open(row.key, first.field);
              },
            },
          ],
  };
};
