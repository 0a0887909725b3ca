import type { ReactNode } from 'react';
import { useIntl, type IntlShape } from 'react-intl';
import { ALL_MODELS, type Model } from '../../../analyses/analysis.ts';
import {
  MEASURES,
  shareField,
  type Measure,
  type ModelsRow,
  type ShownModels,
} from '../../../analyses/model-comparison.ts';
import type { DrillDown } from '../../../components/grid/types.ts';
import type { SelectedFigure } from './selected-figure.ts';
import { NO_CONTACT } from '../report/figures.ts';
import { isFigure } from './use-figure-conversions.tsx';
import { TOTAL, useSelectedFigure, useFigures } from './use-selected-figure.tsx';

interface Share {
  readonly metric: Measure;
  readonly model: Model;
}

/** The credit under one model that a field names. */
const shareOf = (field: string | null): Share | null => {
  const [, name, model] = /^(\w+)_(\d)$/.exec(field ?? '') ?? [];
  const metric = MEASURES.find(one => one === name);
  const known = ALL_MODELS.find(one => one === model);
  return metric === undefined || known === undefined ? null : { metric, model: known };
};
const valueOf = (row: ModelsRow, field: string): number =>
  Number((row as unknown as Readonly<Record<string, unknown>>)[field] ?? 0);
const has = (row: ModelsRow, field: string): boolean => {
  if (field === 'clicks') return isFigure(row, field);
  return (field === 'difference' || shareOf(field) !== null) && valueOf(row, field) !== 0;
};

/** The credit that a field names; of a difference that of the model with more of it. */
const listedShare = (
  row: ModelsRow,
  field: string,
  { measure, shown }: Pick<DrillDownOptions, 'measure' | 'shown'>,
): Share | null => {
  if (field !== 'difference' || shown === 'all') return shareOf(field);
  const [first, second] = shown;
  return { metric: measure, model: (row.difference ?? 0) < 0 ? first : second };
};

/** Why two models credit a row differently: its places on the paths, and how each model divides. */
const explain = (row: ModelsRow, shown: ShownModels, intl: IntlShape): readonly string[] => {
  if (shown === 'all' || row.key === TOTAL || row.key === NO_CONTACT) return [];
  return [
    intl.formatMessage(
      { id: 'models.places' },
      {
        row: row.label,
        first: row[shareField('cv_division', FIRST)],
        last: row[shareField('cv_division', LAST)],
      },
    ),
    ...shown.map(model =>
      intl.formatMessage(
        { id: 'models.explanation' },
        {
          model: intl.formatMessage({ id: `model.${model}` }),
          text: intl.formatMessage({ id: `model.${model}.help` }),
        },
      ),
    ),
  ];
};

/** The models that give all credit to the first, and to the last contact. */
const [FIRST, LAST] = ['4', '5'] as const;

interface DrillDownOptions {
  readonly measure: Measure;
  readonly shown: ShownModels;
  readonly parameters: Omit<SelectedFigure['query'], 'key'>;
  readonly rows: readonly ModelsRow[] | null;
  readonly totals: ModelsRow | null;
  readonly watermark: string | null;
  readonly contactsOf: (row: ModelsRow | null) => SelectedFigure['contacts'];
}

/** Drill-down from the credit under one model to its conversions. */
export const useModelConversions = ({
  parameters,
  measure,
  shown,
  rows,
  totals,
  watermark,
  contactsOf,
}: DrillDownOptions): { readonly figures: DrillDown<ModelsRow> | null; readonly dialog: ReactNode } => {
  const intl = useIntl();
  const ofShare = (row: ModelsRow, { metric, model }: Share) => ({
    value: valueOf(row, shareField(metric, model)),
    query: { ...parameters, key: row.key, model: Number(model) },
    choices: MEASURES.map(one => ({ field: shareField(one, model), metric: one })),
    ...(shown !== 'all' && {
      models: shown.map(one => ({ field: shareField(metric, one), model: Number(one) })),
      explanation: explain(row, shown, intl),
    }),
  });
  const find = (key: string, field: string | null): SelectedFigure | null => {
    const row = key === TOTAL ? totals : rows?.find(one => one.key === key);
    if (row === undefined || row === null || field === null) return null;
    const share = listedShare(row, field, { measure, shown });
    if (share === null && field !== 'clicks') return null;
    return {
      label: key === TOTAL ? intl.formatMessage({ id: 'analysis.total' }) : row.label,
      metric: share?.metric ?? 'clicks',
      value: valueOf(row, field),
      watermark,
      contacts: contactsOf(key === TOTAL ? null : row),
      periods: null,
      query: { ...parameters, key },
      choices: [],
      ...(share !== null && ofShare(row, share)),
    };
  };
  const { open, dialog } = useSelectedFigure(find);
  return { figures: useFigures(open, has), dialog };
};
