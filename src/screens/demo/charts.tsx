import { metrics, type MetricKey } from '../../analyses/metrics.ts';
import { Chart } from '../../components/chart/chart.tsx';
import type { ChartShape, FlowShape } from '../../components/chart/shape.ts';
import { addDays } from '../../components/days.ts';
import { date } from '../../components/formats.ts';
import { HeatTable } from '../../components/heat-table.tsx';
import { Sparkline } from '../../components/sparkline.tsx';
import { useFormatter } from '../../components/use-formatter.ts';
import { ACCENTS, LONG, NUMBERS } from './extreme-values.ts';
import type { Sample } from './sample.ts';
import type { Speech } from './demo-texts.ts';

type Shape = ChartShape | FlowShape;

const DAYS = Array.from({ length: 31 }, (_, index) => date(addDays('2026-01-15', index)));
const NAMES = ['春の検索広告', LONG, ACCENTS, 'é-1.example.com', '東京・大阪', '-'];
/** Deterministic values, so that screenshots differ only by appearance. */
const course = (seed: number, length: number): readonly number[] =>
  Array.from({ length }, (_, index) =>
    Math.round(500 + 400 * Math.sin((index + seed) / 3) + ((index * 37 + seed * 91) % 120)),
  );

const seriesOf = (keys: readonly MetricKey[], length: number, { translate }: Speech): ChartShape['series'] =>
  keys.map((key, index) => ({
    name: translate(`metric.${key}.name`),
    format: metrics[key].format,
    values: course(index * 5 + 1, length),
    ...(index > 0 && index === keys.length - 1 && { faint: true }),
  }));

/** Sample of each kind of chart; a kind without a sample is a compile error. */
const SHAPES: Readonly<Record<Shape['kind'], (speech: Speech, title: string) => Shape>> = {
  line: (speech, title) => ({
    kind: 'line',
    title,
    axis: speech.translate('dashboard.day'),
    categories: DAYS,
    format: 'count',
    series: seriesOf(['clicks', 'cv', 'impressions'], DAYS.length, speech),
    unfinished: true,
  }),
  bars: (speech, title) => ({
    kind: 'bars',
    title,
    axis: speech.translate('axis.ad'),
    categories: NAMES,
    format: 'count',
    series: seriesOf(['cv', 'clicks'], NAMES.length, speech),
  }),
  stacked: (speech, title) => ({
    kind: 'stacked',
    title,
    axis: speech.translate('axis.ad'),
    categories: NAMES,
    format: 'yen',
    series: seriesOf(['amount_sum', 'ad_cost', 'profit'], NAMES.length, speech).map(
      ({ faint: _, ...series }) => series,
    ),
  }),
  flow: ({ translate }, title) => ({
    kind: 'flow',
    title,
    unit: translate('metric.cv.name'),
    format: 'count',
    stepName: step => translate('paths.step', { step }),
    nodes: [
      ...NAMES.slice(0, 4).flatMap((name, index) => [
        { id: `1:${index}`, name, step: 1 },
        { id: `2:${index}`, name, step: 2 },
      ]),
      { id: 'others', name: translate('paths.others'), step: 2, faint: true },
      { id: 'conversion', name: translate('paths.conversion'), step: 3, last: true },
    ],
    links: [0, 1, 2, 3]
      .flatMap(index => [
        { from: `1:${index}`, to: `2:${(index + 1) % 4}`, value: 40 - index * 8 },
        { from: `1:${index}`, to: 'others', value: 3 },
        { from: `2:${index}`, to: 'conversion', value: 40 - ((index + 3) % 4) * 8 },
      ])
      .concat({ from: 'others', to: 'conversion', value: 12 }),
  }),
};

/** Missing values, a negative value, and one value much larger than the others. */
const holes = (speech: Speech): ChartShape => ({
  kind: 'line',
  title: speech.translate('demo.chart_gaps'),
  axis: speech.translate('dashboard.day'),
  categories: DAYS.slice(0, 12),
  format: 'yen',
  series: [
    {
      name: speech.translate('metric.profit.name'),
      values: [1200, 1800, null, null, -900, 0, 300, 98_000, null, 700, 650, null],
    },
  ],
});

const Heat = ({ speech: { translate } }: { readonly speech: Speech }) => {
  const format = useFormatter();
  const months = ['2026/01', '2026/02', '2026/03', '2026/04', '2026/05', '2026/06'];
  const cellsOf = (row: number) =>
    months.map((_, column) => {
      const value = column >= 6 - row ? null : ([0, 1, 48, 12_345, 7, 96][(row * 2 + column) % 6] ?? 0);
      return { text: format('count', value), value, ...(column >= 6 - row && { future: true }) };
    });
  const rows = months.map((name, row) => ({
    key: name,
    name,
    facts: [format('count', 1000 - row * 137)],
    cells: cellsOf(row),
  }));
  return (
    <HeatTable
      label={translate('demo.heat')}
      headings={{
        name: translate('transitions.first_month'),
        facts: [translate('metric.clicks.name')],
        cells: months.map((_, index) => String(index)),
      }}
      rows={rows}
      totals={rows[0] === undefined ? null : { ...rows[0], key: 'total', name: translate('analysis.total') }}
      future={translate('transitions.future')}
    />
  );
};

const sparks = Object.entries(NUMBERS.trend).filter((entry): entry is [string, readonly (number | null)[]] =>
  Array.isArray(entry[1]),
);

export const charts = (speech: Speech): readonly Sample[] => [
  ...(Object.keys(SHAPES) as readonly Shape['kind'][]).map((kind): Sample => {
    const name = speech.translate(`demo.chart.${kind}`);
    return {
      id: `chart-${kind}`,
      name,
      code: kind,
      draw: <Chart shape={SHAPES[kind](speech, name)} note={speech.translate('demo.title')} />,
    };
  }),
  {
    id: 'chart-holes',
    name: speech.translate('demo.chart_gaps'),
    code: 'null',
    draw: <Chart shape={holes(speech)} />,
  },
  {
    id: 'chart-heat',
    name: speech.translate('demo.heat'),
    code: 'HeatTable',
    draw: <Heat speech={speech} />,
  },
  {
    id: 'chart-spark',
    name: speech.translate('demo.spark'),
    code: 'Sparkline',
    draw: (
      <div className="demo-row demo-sparks">
        {sparks.map(([name, values]) => (
          <Sparkline key={name} values={values} />
        ))}
      </div>
    ),
  },
];
