import type { NumberFormat } from '../../resources/column.ts';
import type { EChartsOption } from './echarts.ts';
import type { ChartShape } from './shape.ts';
import type { Look } from './look.ts';

/** What the drawing library is to draw. */
export interface Wishes {
  readonly look: Look;
  readonly say: (format: NumberFormat, value: number | null) => string;
  /** A short form for the axis: 1.2M. */
  readonly brief: (value: number) => string;
  /** Patterns beside colours. */
  readonly patterns: boolean;
  readonly still: boolean;
  readonly description: string;
  readonly narrow: boolean;
}

export const escaped = (text: string): string => text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`);

/** The axis of days names them without the year, which the page says; the tooltip has it. */
const withoutYear = (category: string): string => category.replace(/^\d{4}\/(?=\d{2}\/\d{2}$)/, '');

/** On a narrow screen names have two short lines: they often begin alike. */
const TWO_LINES = { width: 108, height: 26, lineHeight: 13, fontSize: 11, overflow: 'breakAll' as const, lineOverflow: 'truncate' as const };

export const optionOf = (shape: ChartShape, { look, say, brief, patterns, still, description, narrow }: Wishes): EChartsOption => {
  const line = shape.kind === 'line';
  // Bars lie on their side: the names of ads are long, and in Japanese cannot be turned.
  const categories = {
    type: 'category' as const, data: [...shape.categories], inverse: !line, boundaryGap: !line,
    axisLabel: { color: look.text, ...(line ? { hideOverlap: true, formatter: withoutYear } : (narrow ? TWO_LINES : { width: 232, overflow: 'truncate' as const })) },
    axisLine: { lineStyle: { color: look.line } }, axisTick: { show: false },
  };
  const values = {
    type: 'value' as const, axisLabel: { color: look.quiet, formatter: brief, hideOverlap: true },
    splitLine: { lineStyle: { color: look.line } }, splitNumber: narrow ? 3 : 5,
  };
  return {
    animation: !still, animationDuration: 250,
    color: [...look.series], textStyle: { fontFamily: look.font, color: look.text },
    aria: { enabled: true, label: { description }, decal: { show: patterns } },
    grid: { left: 8, right: 20, top: shape.series.length > 1 ? 36 : 12, bottom: 4, outerBoundsMode: 'same' as const, outerBoundsContain: 'axisLabel' as const },
    ...(shape.series.length > 1 && { legend: { type: 'scroll' as const, top: 0, left: 0, itemHeight: 10, itemWidth: 14, textStyle: { color: look.text } } }),
    tooltip: {
      trigger: 'axis' as const, axisPointer: { type: line ? 'line' as const : 'shadow' as const }, confine: true,
      backgroundColor: look.ground, borderColor: look.line, textStyle: { color: look.text, fontSize: 12 },
      formatter: (points: unknown) => {
        const list = (Array.isArray(points) ? points : [points]) as { readonly dataIndex: number; readonly marker: string; readonly seriesIndex: number }[];
        const index = list[0]?.dataIndex ?? 0;
        const rows = list.map(point => {
          const series = shape.series[point.seriesIndex];
          return `<tr><td>${point.marker}${escaped(series?.name ?? '')}</td><td style="text-align:right;padding-left:12px">${escaped(say(series?.format ?? shape.format, series?.values[index] ?? null))}</td></tr>`;
        });
        return `<strong>${escaped(shape.categories[index] ?? '')}</strong><table>${rows.join('')}</table>`;
      },
    },
    ...(line ? { xAxis: categories, yAxis: values } : { xAxis: values, yAxis: categories }),
    series: shape.series.map((series, index) => {
      const colour = look.series[index % look.series.length] ?? look.text;
      return line
        ? { type: 'line' as const, name: series.name, data: [...series.values], showSymbol: shape.categories.length < 15, symbolSize: 5,
            itemStyle: { color: series.faint === true ? look.quiet : colour },
            lineStyle: { width: series.faint === true ? 1.5 : 2, type: series.faint === true ? 'dashed' as const : 'solid' as const, color: series.faint === true ? look.quiet : colour } }
        : { type: 'bar' as const, name: series.name, data: [...series.values], barMaxWidth: 14, barGap: '10%', barCategoryGap: '28%', ...(shape.kind === 'stacked' && { stack: series.faint === true ? 'faint' : 'all' }), itemStyle: series.faint === true ? { color: look.quiet, opacity: .4 } : { color: colour } };
    }),
  };
};
