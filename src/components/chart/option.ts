import type { NumberFormat } from '../../resources/column.ts';
import { endsOf } from '../grid/truncation.ts';
import type { EChartsOption } from './echarts.ts';
import { isUnfinished, linesOf, type ChartShape, type Line } from './shape.ts';
import type { Look } from './look.ts';

/** What the drawing library is to draw. */
export interface Wishes {
  readonly look: Look;
  readonly say: (format: NumberFormat, value: number | null) => string;
  /** A short form for the axis: 1.2M. */
  readonly brief: (value: number) => string;
  /** Patterns in addition to colours. */
  readonly patterns: boolean;
  readonly still: boolean;
  readonly description: string;
  readonly narrow: boolean;
  /** The width of the drawing in pixels. */
  readonly width: number;
  /** A category's name, when its period is still running. */
  readonly goesOn: (name: string) => string;
}

export const escaped = (text: string): string => text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`);

/** The axis of days omits the year, which the page shows; the tooltip has it. */
const withoutYear = (category: string): string => category.replace(/^\d{4}\/(?=\d{2}\/\d{2}$)/, '');

/** Pixels of a row of the legend, of a sign with the air around it, and of letters, wide ones and others. */
const [LEGEND_ROW, SIGN, WIDE, LETTER] = [20, 30, 12, 6.5];
const widthOf = (text: string): number =>
  Array.from(text).reduce((sum, letter) => sum + (/[\u2e80-\uffef]/.test(letter) ? WIDE : LETTER), 0);

/**
 * Names next to bars: in one line, and on a narrow screen in three short ones. Names of ads begin alike and
 * differ at their end: a name that does not fit is shortened in its middle.
 */
const BESIDE = {
  width: 232,
  overflow: 'truncate' as const,
  formatter: (name: string): string => endsOf(name, 228, widthOf),
};
const BESIDE_NARROW = {
  width: 108,
  height: 39,
  lineHeight: 13,
  fontSize: 11,
  overflow: 'breakAll' as const,
  lineOverflow: 'truncate' as const,
  // As if letters were as large as elsewhere: what that is too much is what is lost where a line ends.
  formatter: (name: string): string => endsOf(name, 3 * 104, widthOf),
};

/** Number of rows that the names of series need in the legend. */
export const legendRows = (names: readonly string[], width: number): number => {
  let [rows, at] = [1, 0];
  for (const name of names) {
    const needed = SIGN + widthOf(name);
    if (at > 0 && at + needed > width) [rows, at] = [rows + 1, 0];
    at += needed;
  }
  return rows;
};

/** The colours of the box that a pointer opens; the same for all kinds of charts. */
export const tooltipBox = (look: Look) => ({
  confine: true,
  backgroundColor: look.ground,
  borderColor: look.line,
  textStyle: { color: look.text, fontSize: 12 },
});

const categoryAxis = ({ kind, categories }: ChartShape, { look, narrow }: Wishes) => {
  const line = kind === 'line';
  const barLabels = narrow ? BESIDE_NARROW : BESIDE;
  // Bars lie on their side: the names of ads are long, and in Japanese cannot be turned.
  return {
    type: 'category' as const,
    data: [...categories],
    inverse: !line,
    boundaryGap: !line,
    axisLabel: {
      color: look.text,
      ...(line ? { hideOverlap: true, formatter: withoutYear } : barLabels),
    },
    axisLine: { lineStyle: { color: look.line } },
    axisTick: { show: false },
  };
};

const valueAxis = ({ look, brief, narrow }: Wishes) => ({
  type: 'value' as const,
  axisLabel: { color: look.quiet, formatter: brief, hideOverlap: true },
  splitLine: { lineStyle: { color: look.line } },
  splitNumber: narrow ? 3 : 5,
});

/** The complete legend at once: a saved picture has no second page. */
const legend = ({ look, width }: Wishes) => ({
  top: 0,
  left: 0,
  padding: [5, 0],
  width,
  itemHeight: 10,
  itemWidth: 14,
  textStyle: { color: look.text },
});

/** The values of one category as HTML, in a table with a row for each series. */
const tooltipHtml =
  (shape: ChartShape, lines: readonly Line[], { say, goesOn }: Wishes) =>
  (points: unknown): string => {
    const list = (Array.isArray(points) ? points : [points]) as {
      readonly dataIndex: number;
      readonly marker: string;
      readonly seriesIndex: number;
    }[];
    const index = list[0]?.dataIndex ?? 0;
    // A line and its tail meet in one value, which is shown once.
    const distinct = list.filter(
      (point, at) =>
        list.findIndex(other => lines[other.seriesIndex]?.series === lines[point.seriesIndex]?.series) === at,
    );
    const rows = distinct.map(point => {
      const series = shape.series[lines[point.seriesIndex]?.series ?? point.seriesIndex];
      return `<tr><td>${point.marker}${escaped(series?.name ?? '')}</td><td style="text-align:right;padding-left:12px">${escaped(say(series?.format ?? shape.format, series?.values[index] ?? null))}</td></tr>`;
    });
    const name = shape.categories[index] ?? '';
    return `<strong>${escaped(isUnfinished(shape, index) ? goesOn(name) : name)}</strong><table>${rows.join('')}</table>`;
  };

const lineSeries = (shape: ChartShape, lines: readonly Line[], look: Look) =>
  lines.map(({ series: of, tail, values: course }) => {
    const { name, faint } = shape.series[of] ?? { name: '', faint: false };
    const colour = faint === true ? look.quiet : (look.series[of % look.series.length] ?? look.text);
    const solidOrDotted = faint === true ? ('dotted' as const) : ('solid' as const);
    return {
      type: 'line' as const,
      name,
      data: [...course],
      showSymbol: tail || shape.categories.length < 15,
      symbolSize: tail
        ? (_: unknown, { dataIndex }: { readonly dataIndex: number }) =>
            isUnfinished(shape, dataIndex) ? 5 : 0
        : 5,
      itemStyle: { color: colour },
      lineStyle: {
        width: faint === true ? 1.5 : 2,
        type: tail ? ('dashed' as const) : solidOrDotted,
        color: colour,
      },
    };
  });

const barSeries = ({ kind, series }: ChartShape, look: Look) =>
  series.map(({ name, values, faint }, index) => ({
    type: 'bar' as const,
    name,
    data: [...values],
    barMaxWidth: 14,
    barGap: '10%',
    barCategoryGap: '28%',
    ...(kind === 'stacked' && { stack: faint === true ? 'faint' : 'all' }),
    itemStyle:
      faint === true
        ? { color: look.quiet, opacity: 0.4 }
        : { color: look.series[index % look.series.length] ?? look.text },
  }));

/** The option by which the drawing library draws a line or bars. */
export const optionOf = (shape: ChartShape, wishes: Wishes): EChartsOption => {
  const { look, patterns, still, description, width } = wishes;
  const names = shape.series.map(({ name }) => name);
  const named = names.length > 1;
  const line = shape.kind === 'line';
  const lines = linesOf(shape);
  const categories = categoryAxis(shape, wishes);
  const values = valueAxis(wishes);
  return {
    animation: !still,
    animationDuration: 250,
    color: [...look.series],
    textStyle: { fontFamily: look.font, color: look.text },
    aria: { enabled: true, label: { description }, decal: { show: patterns } },
    grid: {
      left: 8,
      right: 20,
      top: named ? 16 + LEGEND_ROW * legendRows(names, width) : 12,
      bottom: 4,
      outerBoundsMode: 'same' as const,
      outerBoundsContain: 'axisLabel' as const,
    },
    ...(named && { legend: legend(wishes) }),
    tooltip: {
      trigger: 'axis' as const,
      axisPointer: { type: line ? ('line' as const) : ('shadow' as const) },
      ...tooltipBox(look),
      formatter: tooltipHtml(shape, lines, wishes),
    },
    ...(line ? { xAxis: categories, yAxis: values } : { xAxis: values, yAxis: categories }),
    series: line ? lineSeries(shape, lines, look) : barSeries(shape, look),
  };
};
