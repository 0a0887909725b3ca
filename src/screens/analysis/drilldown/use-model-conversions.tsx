import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { ALL_MODELS } from '../../../analyses/analysis.ts';
import { MEASURES, type ModelsRow } from '../../../analyses/model-comparison.ts';
import type { DrillDown } from '../../../components/grid/types.ts';
import type { SelectedFigure } from '../../credit/selected-figure.ts';
import { isFigure } from './use-figure-conversions.tsx';
import { TOTAL, useSelectedFigure, useFigures } from './use-selected-figure.tsx';

/** The field of the credit under one model. */
const shareOf = (
  field: string | null,
): { readonly metric: (typeof MEASURES)[number]; readonly model: number } | null => {
  const [, name, model] = /^(\w+)_(\d)$/.exec(field ?? '') ?? [];
  const metric = MEASURES.find(one => one === name);
  return metric === undefined || !ALL_MODELS.some(one => one === model)
    ? null
    : { metric, model: Number(model) };
};
const valueOf = (row: ModelsRow, field: string): number =>
  Number((row as unknown as Readonly<Record<string, unknown>>)[field] ?? 0);
const has = (row: ModelsRow, field: string): boolean =>
  field === 'clicks' ? isFigure(row, field) : shareOf(field) !== null && valueOf(row, field) !== 0;

interface DrillDownOptions {
  readonly parameters: Omit<SelectedFigure['query'], 'key'>;
  readonly rows: readonly ModelsRow[] | null;
  readonly totals: ModelsRow | null;
  readonly watermark: string | null;
  readonly contactsOf: (row: ModelsRow | null) => SelectedFigure['contacts'];
}

/** Drill-down from the credit under one model to its conversions. */
export const useModelConversions = ({
  parameters,
  rows,
  totals,
  watermark,
  contactsOf,
}: DrillDownOptions): { readonly figures: DrillDown<ModelsRow> | null; readonly dialog: ReactNode } => {
  const intl = useIntl();
  const find = (key: string, field: string | null): SelectedFigure | null => {
    const row = key === TOTAL ? totals : rows?.find(one => one.key === key);
    const share = shareOf(field);
    if (row === undefined || row === null || field === null || (share === null && field !== 'clicks'))
      return null;
    return {
      label: key === TOTAL ? intl.formatMessage({ id: 'analysis.total' }) : row.label,
      metric: share?.metric ?? 'clicks',
      value: valueOf(row, field),
      watermark,
      contacts: contactsOf(key === TOTAL ? null : row),
      periods: null,
      query: { ...parameters, key, ...(share !== null && { model: share.model }) },
      choices: share === null ? [] : MEASURES.map(metric => ({ field: `${metric}_${share.model}`, metric })),
    };
  };
  const { open, dialog } = useSelectedFigure(find);
  return { figures: useFigures(open, has), dialog };
};
