import type { Analysis, ReportRow } from '../../analyses/analysis.ts';
import { metrics, type MetricKey } from '../../analyses/metrics.ts';
import type { ChartShape } from '../../components/chart/shape.ts';
import type { GridColumn } from '../../components/grid/types.ts';
import type { KeyOf } from '../../resources/column.ts';

export const NO_CONTACT = 'no_contact';

/** Says a message; the screens' way to the translator, so that these functions stay pure. */
export type Say = (id: string, values?: Readonly<Record<string, string | number>>) => string;

/** A metric as a column: its name with its unit, what it means, and its group if there are groups. */
export const metricColumn = <Row>(key: MetricKey & KeyOf<Row>, say: Say): GridColumn<Row> => {
  const { format } = metrics[key];
  const name = say(`metric.${key}.name`);
  return { field: key, format, label: format === 'yen' ? say('unit.named', { name, unit: say('unit.yen') }) : name, help: say(`metric.${key}.help`) };
};

/** The columns of an analysis: what the rows are, then its metrics under their groups. */
export const columnsOf = <Row extends ReportRow>(analysis: Analysis<Row>, axis: string, say: Say): readonly GridColumn<Row>[] => [
  { field: 'label' as KeyOf<Row>, format: 'text', label: say(`axis.${axis}`), size: 232, sortable: true },
  ...analysis.columns.map(({ metric }): GridColumn<Row> => ({ ...metricColumn<Row>(metric, say), group: say(`group.${metrics[metric as MetricKey].group}`), sortable: true })),
];

/** A row's name: what the server calls it, or the words for those that have no name of their own. */
export const named = <Row extends ReportRow>(row: Row, say: Say): Row => ({
  ...row, label: row.key === NO_CONTACT ? say('analysis.no_contact') : row.label === '' ? say('analysis.unset') : row.label,
});

/** The chart of an analysis: the largest rows by its first metric. */
export const shapeOf = <Row extends ReportRow>({ name, chart }: Analysis<Row>, rows: readonly Row[], axis: string, say: Say): ChartShape => {
  const numberOf = (row: Row, metric: keyof Row): number | null => { const value = row[metric]; return typeof value === 'number' ? value : null; };
  const [first] = chart.metrics;
  const largest = first === undefined ? rows : [...rows].sort((a, b) => (numberOf(b, first) ?? 0) - (numberOf(a, first) ?? 0));
  const shown = largest.slice(0, chart.top);
  return {
    kind: chart.kind, title: `${say(`${name}.chart`)} · ${say('analysis.top', { count: shown.length })}`, axis: say(`axis.${axis}`),
    categories: shown.map(row => row.label),
    series: chart.metrics.map(metric => ({ name: say(`metric.${metric}.name`), format: metrics[metric as MetricKey].format, values: shown.map(row => numberOf(row, metric)) })),
    format: first === undefined ? 'count' : metrics[first as MetricKey].format,
  };
};
