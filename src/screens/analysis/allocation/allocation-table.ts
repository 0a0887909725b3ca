import { allocation, type AllocationRow } from '../../../analyses/allocation.ts';
import type { ChartShape } from '../../../components/chart/shape.ts';
import type { GridColumn } from '../../../components/grid/types.ts';
import { inUnit, metricColumn, type Say } from '../report/figures.ts';

/** A row with its adjustment in words. */
export type Row = AllocationRow & { readonly adjusted: string };

const yenName = (id: string, say: Say) => say('unit.named', { name: say(id), unit: say('unit.yen') });

const shareColumns = (say: Say): readonly GridColumn<Row>[] => {
  const group = say('allocation.group');
  return [
    {
      field: 'share',
      format: 'percent',
      label: say('allocation.share'),
      help: say('allocation.share.help'),
      group,
      sortable: true,
    },
    {
      field: 'allocated_cost',
      format: 'yen',
      label: yenName('allocation.allocated_cost', say),
      help: say('allocation.allocated_cost.help'),
      group,
      sortable: true,
    },
    {
      field: 'adjusted',
      format: 'text',
      label: say('allocation.adjustment'),
      help: say('allocation.adjustment.help'),
      group,
      size: 128,
      amount: true,
    },
    {
      field: 'adjusted_cost',
      format: 'yen',
      label: yenName('allocation.adjusted_cost', say),
      group,
      sortable: true,
    },
  ];
};

const simulationColumns = (say: Say): readonly GridColumn<Row>[] => {
  const group = say('allocation.simulation');
  return [
    {
      field: 'expected_cv',
      format: 'share',
      label: say('allocation.expected_cv'),
      help: say('allocation.expected_cv.help'),
      group,
      sortable: true,
    },
    {
      field: 'expected_amount',
      format: 'yen',
      label: yenName('allocation.expected_amount', say),
      help: say('allocation.expected_amount.help'),
      group,
      sortable: true,
    },
    {
      field: 'response_basis',
      format: 'choice',
      label: say('allocation.response_basis'),
      help: say('allocation.response_basis.help'),
      group,
      size: 136,
    },
  ];
};

/** The columns of the budget allocation: the ad, its share, its results and the simulation. */
export const columnsOf = (say: Say): readonly GridColumn<Row>[] => [
  { field: 'label', format: 'text', label: say('axis.ad'), size: 232, sortable: true },
  { ...metricColumn<Row>('ad_cost', say), group: say('group.cost'), sortable: true },
  ...shareColumns(say),
  ...(['cv', 'cv_division', 'amount_sum', 'attributed_cpa', 'attributed_roas'] as const).map(
    (metric): GridColumn<Row> => ({
      ...metricColumn<Row>(metric, say),
      group: say('allocation.results'),
      sortable: true,
    }),
  ),
  ...simulationColumns(say),
];

/** The chart of the budget allocation: the ads with the largest shares. */
export const shapeOf = (rows: readonly Row[], say: Say): ChartShape => {
  const shown = rows
    .toSorted((a, b) => (b.adjusted_cost ?? 0) - (a.adjusted_cost ?? 0))
    .slice(0, allocation.chart.top);
  const series = (name: string, values: readonly (number | null)[]) => ({
    name: inUnit(say(name), 'yen', say),
    values,
  });
  return {
    kind: 'bars',
    format: 'yen',
    title: `${say('allocation.chart')} · ${say('analysis.top', { count: shown.length })}`,
    axis: say('axis.ad'),
    categories: shown.map(({ label }) => label),
    series: [
      series(
        'metric.ad_cost.name',
        shown.map(row => row.ad_cost),
      ),
      series(
        'allocation.allocated_cost',
        shown.map(row => row.allocated_cost),
      ),
      // As long as nothing is adjusted it would be the same bars again.
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
