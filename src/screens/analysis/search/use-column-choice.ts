import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { columnSetsOf } from '../../../analyses/column-sets.ts';
import { useColumns } from '../../../console/columns.ts';
import { useStoredValue } from '../../use-stored-value.ts';
import { writeAnalysisSearch } from './write-search.ts';
import type { AnalysisSearch } from './search.ts';
import type { ColumnChoice, Navigate } from '../report/context.ts';

const isWidths = (value: unknown): value is Readonly<Record<string, number>> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every(width => typeof width === 'number');

interface Described {
  readonly name: string;
  readonly columns: readonly { readonly metric: string; readonly hidden?: boolean }[];
}

/**
 * The hidden columns of an analysis: those of the address, else the user's last choice, else `byDefault`,
 * else those of the descriptor. Order and widths are never part of the address.
 */
export const useColumnChoice = (
  { name, columns }: Described,
  search: AnalysisSearch,
  go: Navigate,
  byDefault: readonly string[] | null = null,
): ColumnChoice => {
  const hiddenAtFirst = useMemo(
    () => byDefault ?? columns.filter(column => column.hidden === true).map(({ metric }) => metric),
    [columns, byDefault],
  );
  const [{ hidden: usual, order }, keepColumns] = useColumns(`analysis_${name}`);
  const { formatMessage } = useIntl();
  const columnSets = useMemo(
    () =>
      columnSetsOf(columns.map(({ metric }) => metric)).map(({ name: set, hidden }) => ({
        label: formatMessage({ id: `analysis.columns.${set}` }),
        hidden,
      })),
    [columns, formatMessage],
  );
  const [widths, keepWidths] = useStoredValue(`widths_analysis_${name}`, isWidths);
  return {
    hidden: search.hide ?? usual ?? hiddenAtFirst,
    hiddenAtFirst,
    columnSets,
    onHidden: hidden => {
      keepColumns({ hidden });
      go(writeAnalysisSearch({ hide: hidden }), { replace: true });
    },
    order: order ?? [],
    onOrder: names => keepColumns({ order: names }),
    widths: widths ?? {},
    onWidths: keepWidths,
  };
};
