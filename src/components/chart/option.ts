import type { NumberFormat } from '../../resources/column.ts';
import { endsOf } from '../grid/truncation.ts';
import type { EChartsOption } from './echarts.ts';
import { isUnfinished, linesOf, notesOf, type ChartShape, type Line } from './shape.ts';
import type { ChartColours } from './look.ts';
import { labelLines, widthOf } from './text-lines.ts';

/** Settings and formatters with which a chart is drawn. */
export interface OptionInputs {
  readonly look: ChartColours;
  readonly formatValue: (format: NumberFormat, value: number | null) => string;
  /** Compact notation for axis labels: 1.2M. */
  readonly brief: (value: number) => string;
  /** Draws patterns in addition to colours. */
  readonly patterns: boolean;
  readonly still: boolean;
  readonly description: string;
  readonly narrow: boolean;
  /** Width of the drawing in pixels. */
  readonly width: number;
  /** Text of a note on a day with the label of notes. */
  readonly noteText: (text: string) => string;
  /** Label of a category whose period has not ended. */
  readonly continuationText: (name: string) => string;
}

export const escaped = (text: string): string => text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`);

/** Day labels on the axis omit the year; the tooltip has the full date. */
const withoutYear = (category: string): string => category.replace(/^\d{4}\/(?=\d{2}\/\d{2}$)/, '');

/** Pixels: height of a legend row, width of a symbol with its gaps. */
const [LEGEND_ROW, SIGN] = [20, 30];

/**
 * Labels of bars: one line, and on a narrow screen up to three short lines. Names of ads often share their
 * beginning, so a label that is too long is shortened in its middle.
 */
const LEGEND_BESIDE = {
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
  formatter: (name: string): string => labelLines(name, 104, 3).join('\n'),
};

/** Height in pixels of the band for notes below the time axis. */
const NOTE_RAIL_PX = 28;

/** Number of rows that the legend needs for the names of the series in a given width in pixels. */
export const legendRows = (names: readonly string[], width: number): number => {
  let [rows, at] = [1, 0];
  for (const name of names) {
    const needed = SIGN + widthOf(name);
    if (at > 0 && at + needed > width) [rows, at] = [rows + 1, 0];
    at += needed;
  }
  return rows;
};

/** Style of the tooltip, shared by all kinds of charts. */
export const tooltipBox = (look: ChartColours) => ({
  confine: true,
  backgroundColor: look.ground,
  borderColor: look.line,
  textStyle: { color: look.text, fontSize: 12 },
});

const categoryAxis = (
  { kind, categories, diverging = false }: ChartShape,
  { look, narrow }: OptionInputs,
) => {
  const line = kind === 'line';
  const barLabels = narrow ? BESIDE_NARROW : LEGEND_BESIDE;
  // Bars are horizontal: names of ads are long, and Japanese text cannot be rotated.
  return {
    type: 'category' as const,
    data: [...categories],
    inverse: !line,
    boundaryGap: !line,
    axisLabel: {
      color: look.text,
      ...(line ? { hideOverlap: true, formatter: withoutYear } : barLabels),
    },
    // At zero the names would lie on the bars of decreases.
    axisLine: { onZero: !diverging, lineStyle: { color: look.line } },
    axisTick: { show: false },
  };
};

const valueAxis = ({ look, brief, narrow }: OptionInputs) => ({
  type: 'value' as const,
  axisLabel: { color: look.quiet, formatter: brief, hideOverlap: true },
  splitLine: { lineStyle: { color: look.line } },
  splitNumber: narrow ? 3 : 5,
});

/** The legend is not paginated, since a saved picture has no second page. */
const legend = ({ look, width }: OptionInputs) => ({
  top: 0,
  left: 0,
  padding: [5, 0],
  width,
  itemHeight: 10,
  itemWidth: 14,
  textStyle: { color: look.text },
});

/** HTML of the notes of a category; long texts wrap. */
const noteHtml = (texts: readonly string[], noteText: OptionInputs['noteText']): string =>
  texts
    .map(
      text =>
        `<div style="max-width:20rem;white-space:pre-line;overflow-wrap:anywhere">${escaped(noteText(text))}</div>`,
    )
    .join('');

/** HTML of the tooltip: a table of the values of one category, one row for each series. */
const tooltipHtml =
  (shape: ChartShape, lines: readonly Line[], { formatValue, continuationText, noteText }: OptionInputs) =>
  (points: unknown): string => {
    const list = (Array.isArray(points) ? points : [points]) as {
      readonly dataIndex: number;
      readonly marker: string;
      readonly seriesIndex: number;
    }[];
    const index = list[0]?.dataIndex ?? 0;
    // A line and its dashed tail share one value, which is listed once.
    const distinct = list.filter(
      (point, at) =>
        list.findIndex(other => lines[other.seriesIndex]?.series === lines[point.seriesIndex]?.series) === at,
    );
    const rows = distinct.map(point => {
      const series = shape.series[lines[point.seriesIndex]?.series ?? point.seriesIndex];
      return `<tr><td>${point.marker}${escaped(series?.name ?? '')}</td><td style="text-align:right;padding-left:12px">${escaped(formatValue(series?.format ?? shape.format, series?.values[index] ?? null))}</td></tr>`;
    });
    const name = shape.categories[index] ?? '';
    return `<strong>${escaped(isUnfinished(shape, index) ? continuationText(name) : name)}</strong><table>${rows.join('')}</table>${noteHtml(notesOf(shape, index), noteText)}`;
  };

const lineSeries = (shape: ChartShape, lines: readonly Line[], look: ChartColours) =>
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

/** The values of a series; decreases have a colour of their own. */
const barData = (values: readonly (number | null)[], diverging: boolean, look: ChartColours) =>
  diverging
    ? values.map(value => ({
        value,
        itemStyle: { color: look.series[(value ?? 0) < 0 ? 1 : 0] ?? look.text },
      }))
    : [...values];

const barSeries = ({ kind, series, diverging = false }: ChartShape, look: ChartColours) =>
  series.map(({ name, values, faint }, index) => ({
    type: 'bar' as const,
    name,
    data: barData(values, diverging, look),
    barMaxWidth: 14,
    barGap: '10%',
    barCategoryGap: '28%',
    ...(kind === 'stacked' && { stack: faint === true ? 'faint' : 'all' }),
    itemStyle:
      faint === true
        ? { color: look.quiet, opacity: 0.4 }
        : { color: look.series[index % look.series.length] ?? look.text },
  }));

/** ECharts option of a line or bar chart. */
export const optionOf = (shape: ChartShape, wishes: OptionInputs): EChartsOption => {
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
      bottom: shape.notes === undefined ? 4 : 4 + NOTE_RAIL_PX,
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
