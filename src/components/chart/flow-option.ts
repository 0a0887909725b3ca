import type { NumberFormat } from '../../resources/column.ts';
import type { EChartsOption } from './echarts.ts';
import { escaped } from './option.ts';
import type { FlowShape } from './shape.ts';
import type { Place } from './use-drawing.ts';

interface Wishes extends Place {
  readonly say: (format: NumberFormat, value: number | null) => string;
  readonly description: string;
}

/**
 * What the drawing library is to draw of flows. Stops of the same thing have one colour at every step; what
 * is faint is grey.
 */
export const flowOption = (
  shape: FlowShape,
  { look, still, narrow, say, description }: Wishes,
): EChartsOption => {
  const names = [
    ...new Set(shape.nodes.filter(node => node.faint !== true && node.last !== true).map(node => node.name)),
  ];
  const colourOf = (name: string): string =>
    look.series[names.indexOf(name) % look.series.length] ?? look.text;
  const nodes = new Map(shape.nodes.map(node => [node.id, node]));
  return {
    animation: !still,
    animationDuration: 250,
    textStyle: { fontFamily: look.font, color: look.text },
    aria: { enabled: true, label: { description } },
    tooltip: {
      trigger: 'item' as const,
      confine: true,
      backgroundColor: look.ground,
      borderColor: look.line,
      textStyle: { color: look.text, fontSize: 12 },
      formatter: (point: unknown) => {
        const { data, dataType, value, name } = point as {
          readonly data: { readonly source?: string; readonly target?: string };
          readonly dataType: string;
          readonly value: number;
          readonly name: string;
        };
        const words =
          dataType === 'edge'
            ? `${nodes.get(data.source ?? '')?.name ?? ''} → ${nodes.get(data.target ?? '')?.name ?? ''}`
            : (nodes.get(name)?.name ?? name);
        return `${escaped(words)}<br>${escaped(shape.unit)} <strong>${escaped(say(shape.format, value))}</strong>`;
      },
    },
    series: [
      {
        type: 'sankey' as const,
        left: 4,
        right: narrow ? 36 : 52,
        top: 8,
        bottom: 8,
        nodeWidth: 12,
        nodeGap: 14,
        draggable: false,
        layoutIterations: 32,
        nodeAlign: 'left' as const,
        emphasis: { focus: 'adjacency' as const },
        data: shape.nodes.map(node => ({
          name: node.id,
          depth: node.step - 1,
          itemStyle: {
            color: node.last === true ? look.text : node.faint === true ? look.quiet : colourOf(node.name),
            borderWidth: 0,
          },
        })),
        links: shape.links.map(({ from, to, value }) => ({ source: from, target: to, value })),
        labelLayout: { hideOverlap: true },
        lineStyle: { color: 'source' as const, opacity: 0.35, curveness: 0.5 },
        label: {
          color: look.text,
          textBorderColor: look.ground,
          textBorderWidth: 2,
          fontSize: narrow ? 10 : 12,
          width: narrow ? 68 : 136,
          overflow: 'truncate' as const,
          formatter: ({ name }: { readonly name: string }) => nodes.get(name)?.name ?? name,
        },
      },
    ],
  };
};
