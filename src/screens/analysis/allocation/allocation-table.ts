import { allocation, type AllocationRow } from '../../../analyses/allocation.ts';
import type { ChartShape } from '../../../components/chart/shape.ts';
import type { GridColumn } from '../../../components/grid/types.ts';
import { inUnit, metricColumn, type Translate } from '../report/figures.ts';

/** A row with its adjustment as text. */
export type Row = AllocationRow & { readonly adjusted: string };

const yenName = (id: string, translate: Translate) =>
  translate('unit.named', { name: translate(id), unit: translate('unit.yen') });

const shareColumns = (translate: Translate): readonly GridColumn<Row>[] => {
  const group = translate('allocation.group');
  return [
    {
      field: 'share',
      format: 'percent',
      label: translate('allocation.share'),
      help: () => translate('allocation.share.help'),
      group,
      sortable: true,
    },
    {
      field: 'allocated_cost',
      format: 'yen',
      label: yenName('allocation.allocated_cost', translate),
      help: () => translate('allocation.allocated_cost.help'),
      group,
      sortable: true,
    },
    {
      field: 'adjusted',
      format: 'text',
      label: translate('allocation.adjustment'),
      help: () => translate('allocation.adjustment.help'),
      group,
      size: 128,
      amount: true,
    },
    {
      field: 'adjusted_cost',
      format: 'yen',
      label: yenName('allocation.adjusted_cost', translate),
      group,
      sortable: true,
    },
  ];
};

const simulationColumns = (translate: Translate): readonly GridColumn<Row>[] => {
  const group = translate('allocation.simulation');
  return [
    {
      field: 'expected_cv',
      format: 'share',
      label: translate('allocation.expected_cv'),
      help: () => translate('allocation.expected_cv.help'),
      group,
      sortable: true,
    },
    {
      field: 'expected_amount',
      format: 'yen',
      label: yenName('allocation.expected_amount', translate),
      help: () => translate('allocation.expected_amount.help'),
      group,
      sortable: true,
    },
    {
      field: 'response_basis',
      format: 'choice',
      label: translate('allocation.response_basis'),
      help: () => translate('allocation.response_basis.help'),
      group,
      size: 136,
    },
  ];
};

/** The columns of the budget allocation: the ad, its share, its results and the simulation. */
export const columnsOf = (translate: Translate): readonly GridColumn<Row>[] => [
  { field: 'label', format: 'text', label: translate('axis.ad'), size: 232, sortable: true },
  { ...metricColumn<Row>('ad_cost', translate), group: translate('group.cost'), sortable: true },
  ...shareColumns(translate),
  ...(['cv', 'cv_division', 'amount_sum', 'attributed_cpa', 'attributed_roas'] as const).map(
    (metric): GridColumn<Row> => ({
      ...metricColumn<Row>(metric, translate),
      group: translate('allocation.results'),
      sortable: true,
    }),
  ),
  ...simulationColumns(translate),
];

const sizeOf = ({ adjusted_cost: adjusted, ad_cost: cost }: Row): number => adjusted ?? cost ?? 0;

/** The chart of the budget allocation: the ads with the largest shares, or of largest cost where none has a share. */
export const shapeOf = (rows: readonly Row[], translate: Translate): ChartShape => {
  const shown = rows.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, allocation.chart.top);
  const series = (name: string, values: readonly (number | null)[]) => ({
    name: inUnit(translate(name), 'yen', translate),
    values,
  });
  return {
    kind: 'bars',
    format: 'yen',
    title: `${translate('allocation.chart')} · ${translate('analysis.top', { count: shown.length })}`,
    axis: translate('axis.ad'),
    categories: shown.map(({ label }) => label),
    series: [
      series(
        'metric.ad_cost.name',
        shown.map(row => row.ad_cost),
      ),
      ...(rows.some(row => row.allocated_cost !== null)
        ? [
            series(
              'allocation.allocated_cost',
              shown.map(row => row.allocated_cost),
            ),
          ]
        : []),
      // Without an adjustment the second series would repeat the first.
      ...(rows.some(row => row.adjustment !== null)
        ? [
            series(
              'allocation.adjusted_cost',
              shown.map(row => row.adjusted_cost),
            ),
          ]
        : []),
    ],
  };
};
