import { ALL_MODELS, type Model } from '../../../analyses/analysis.ts';
import { metrics } from '../../../analyses/metrics.ts';
import {
  isFromData,
  modelComparison,
  shareField,
  type Compared,
  type Measure,
  type ModelsRow,
  type ShownModels,
} from '../../../analyses/model-comparison.ts';
import type { ChartShape } from '../../../components/chart/shape.ts';
import type { GridColumn } from '../../../components/grid/types.ts';
import type { ReportContext } from '../report/context.ts';
import type { ExpectedChart } from '../report/own-report.tsx';
import { inUnit, kindName, NO_CONTACT, type Translate } from '../report/figures.ts';
import type { ReportFile } from '../tools/tools-menu.tsx';

export const modelsOf = (shown: ShownModels): readonly Model[] => (shown === 'all' ? ALL_MODELS : shown);

/** The model that states removal effects. */
const MARKOV: Model = '6';

const differenceColumn = (
  measure: Measure,
  [first, second]: readonly [Model, Model],
  translate: Translate,
): GridColumn<ModelsRow> => ({
  field: 'difference',
  format: metrics[measure].format,
  label: translate('what_if.difference'),
  help: () =>
    translate('models.difference.help', {
      first: translate(`model.${first}`),
      second: translate(`model.${second}`),
    }),
  size: 128,
  sortable: true,
});

export const columnsOf = (
  { measure, shown }: Compared,
  context: ReportContext,
  translate: Translate,
): readonly GridColumn<ModelsRow>[] => [
  {
    field: 'label',
    format: 'text',
    label: kindName(modelComparison, context.search, translate),
    size: 216,
    sortable: true,
  },
  {
    field: 'clicks',
    format: 'count',
    label: translate('metric.clicks.name'),
    help: () => translate('metric.clicks.help'),
    ...(shown === 'all' && { group: translate('group.contact') }),
    sortable: true,
  },
  ...modelsOf(shown).map((model): GridColumn<ModelsRow> => ({
    field: shareField(measure, model),
    format: metrics[measure].format,
    label: translate(`model.${model}`),
    help: () => translate(`model.${model}.help`),
    size: shown === 'all' ? 112 : 152,
    sortable: true,
    ...(shown === 'all' && {
      group: translate(isFromData(model) ? 'models.from_data' : 'models.by_rule'),
    }),
  })),
  ...(shown === 'all' ? [] : [differenceColumn(measure, shown, translate)]),
  ...(modelsOf(shown).some(model => model === MARKOV)
    ? [
        {
          field: 'removal_effect',
          format: 'percent',
          label: translate('models.removal_effect'),
          help: () => translate('models.removal_effect.help'),
          ...(shown === 'all' && { group: translate('models.from_data') }),
          sortable: true,
        } as const,
      ]
    : []),
];

/** The chart of all models: the rows with most credit under the first one. */
const shapeOfAll = (
  rows: readonly ModelsRow[],
  measure: Measure,
  axis: string,
  translate: Translate,
): ChartShape => {
  const [first] = ALL_MODELS;
  const largest = rows
    .toSorted((a, b) => b[shareField(measure, first)] - a[shareField(measure, first)])
    .slice(0, modelComparison.chart.top);
  return {
    kind: 'bars',
    format: metrics[measure].format,
    title: translate('models.chart', {
      name: inUnit(translate(`metric.${measure}.name`), metrics[measure].format, translate),
      count: largest.length,
    }),
    axis,
    categories: largest.map(({ label }) => label),
    series: ALL_MODELS.map((model: Model) => ({
      name: translate(`model.${model}`),
      values: largest.map(row => row[shareField(measure, model)]),
    })),
  };
};

/** The chart of two models: the rows with the largest differences, gains on one side and losses on the other. */
const shapeOfTwo = (
  rows: readonly ModelsRow[],
  measure: Measure,
  [first, second]: readonly [Model, Model],
  axis: string,
  translate: Translate,
): ChartShape => {
  const size = ({ difference }: ModelsRow) => Math.abs(difference ?? 0);
  const largest = rows
    .toSorted((a, b) => size(b) - size(a))
    .slice(0, modelComparison.chart.topDifferences)
    .toSorted((a, b) => (b.difference ?? 0) - (a.difference ?? 0));
  return {
    kind: 'bars',
    diverging: true,
    format: metrics[measure].format,
    title: translate('models.difference_chart', {
      name: inUnit(translate(`metric.${measure}.name`), metrics[measure].format, translate),
      first: translate(`model.${first}`),
      second: translate(`model.${second}`),
      count: largest.length,
    }),
    axis,
    categories: largest.map(({ label }) => label),
    series: [{ name: translate('what_if.difference'), values: largest.map(row => row.difference) }],
  };
};

export const shapeOf = (
  rows: readonly ModelsRow[],
  { measure, shown }: Compared,
  context: ReportContext,
  translate: Translate,
): ChartShape => {
  const axis = kindName(modelComparison, context.search, translate);
  const withContact = rows.filter(({ key }) => key !== NO_CONTACT);
  return shown === 'all'
    ? shapeOfAll(withContact, measure, axis, translate)
    : shapeOfTwo(withContact, measure, shown, axis, translate);
};

/** What is known of the chart before its values. */
export const expectedChart = (shown: ShownModels): ExpectedChart =>
  shown === 'all'
    ? { kind: 'comparison', categories: modelComparison.chart.top, series: ALL_MODELS.length }
    : { kind: 'comparison', categories: modelComparison.chart.topDifferences, series: 1 };

/** The report's file: of two models with the difference, which it names by the measure. */
export const fileOf = (file: ReportFile, { measure, shown }: Compared): ReportFile => {
  const nameOf = (field: string) => (field === 'difference' ? `${measure}_difference` : field);
  return {
    ...file,
    parameters: { ...file.parameters, ...(shown !== 'all' && { models: shown.join(',') }) },
    columns: file.columns.map(nameOf),
    sort: file.sort && { ...file.sort, field: nameOf(file.sort.field) },
  };
};
