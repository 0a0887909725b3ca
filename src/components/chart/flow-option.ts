import type { NumberFormat } from '../../resources/column.ts';
import { endsOf } from '../grid/truncation.ts';
import type { EChartsOption } from './echarts.ts';
import type { ChartColours } from './look.ts';
import { escaped, tooltipBox } from './option.ts';
import { widthOf } from './text-lines.ts';
import type { FlowLink, FlowNode, FlowShape } from './shape.ts';
import type { Place } from './use-drawing.ts';

/** Opacity of links: usual, and outside of the isolated paths. */
const [LINK_OPACITY, FADED_LINK_OPACITY, FADED_NODE_OPACITY] = [0.35, 0.04, 0.15];

interface Wishes extends Place {
  /** Id of the node whose paths are isolated; null: none. */
  readonly isolated?: string | null;
  readonly formatValue: (format: NumberFormat, value: number | null) => string;
  readonly description: string;
}

type Nodes = ReadonlyMap<string, FlowNode>;

/** Height in pixels of a label and its distance from the node. */
const LABEL_LINE = 15;
/** Width of a text in the smaller font of narrow windows. */
const narrowWidthOf = (text: string): number => (widthOf(text) * 10) / 12;

/** HTML of the tooltip: a node, or a link between two nodes, with its value. */
const tooltipHtml =
  (shape: FlowShape, nodes: Nodes, formatValue: Wishes['formatValue']) =>
  (point: unknown): string => {
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
    return `${escaped(words)}<br>${escaped(shape.unit)} <strong>${escaped(formatValue(shape.format, value))}</strong>`;
  };

/**
 * Colours of nodes: nodes of the same name have one colour at every step; the last node has the text colour,
 * faint nodes are grey.
 */
const colouring = (
  { nodes }: FlowShape,
  { text, quiet, series }: ChartColours,
): ((node: FlowNode) => string) => {
  const names = [...new Set(nodes.filter(node => !node.faint && !node.last).map(node => node.name))];
  return ({ name, faint = false, last = false }) => {
    if (last) return text;
    return faint ? quiet : (series[names.indexOf(name) % series.length] ?? text);
  };
};

/** The nodes that are reached from a node over the links in one direction, itself included. */
const reachedFrom = (
  id: string,
  links: FlowShape['links'],
  next: (link: FlowLink) => readonly [at: string, then: string],
): ReadonlySet<string> => {
  const reached = new Set([id]);
  // A set also iterates over what is added meanwhile.
  for (const at of reached)
    for (const link of links) {
      const [from, to] = next(link);
      if (from === at) reached.add(to);
    }
  return reached;
};

/** Whether a node and a link are part of a path through the isolated node; without one, all are. */
export const isolationOf = (
  { nodes, links }: Pick<FlowShape, 'nodes' | 'links'>,
  id: string | null,
): { readonly hasNode: (id: string) => boolean; readonly hasLink: (link: FlowLink) => boolean } => {
  if (id === null || !nodes.some(node => node.id === id)) return { hasNode: () => true, hasLink: () => true };
  const after = reachedFrom(id, links, ({ from, to }) => [from, to]);
  const before = reachedFrom(id, links, ({ from, to }) => [to, from]);
  return {
    hasNode: node => after.has(node) || before.has(node),
    hasLink: ({ from, to }) => after.has(from) || before.has(to),
  };
};

/** ECharts option of a Sankey diagram. */
export const flowOption = (
  shape: FlowShape,
  { look, still, narrow, formatValue, description, isolated = null }: Wishes,
): EChartsOption => {
  const colourOf = colouring(shape, look);
  const isolation = isolationOf(shape, isolated);
  const opacityOf = (id: string) => (isolation.hasNode(id) ? 1 : FADED_NODE_OPACITY);
  const nodes: Nodes = new Map(shape.nodes.map(node => [node.id, node]));
  return {
    animation: !still,
    animationDuration: 250,
    textStyle: { fontFamily: look.font, color: look.text },
    aria: { enabled: true, label: { description } },
    tooltip: {
      trigger: 'item' as const,
      ...tooltipBox(look),
      formatter: tooltipHtml(shape, nodes, formatValue),
    },
    series: [
      {
        type: 'sankey' as const,
        left: 4,
        right: narrow ? 36 : 52,
        top: LABEL_LINE + 4,
        bottom: 8,
        nodeWidth: 12,
        nodeGap: 24,
        draggable: false,
        layoutIterations: 32,
        nodeAlign: 'left' as const,
        // Isolates all paths through the node or link under the pointer.
        emphasis: { focus: 'trajectory' as const },
        data: shape.nodes.map(node => ({
          name: node.id,
          depth: node.step - 1,
          itemStyle: { color: colourOf(node), borderWidth: 0, opacity: opacityOf(node.id) },
          label: { opacity: opacityOf(node.id) },
        })),
        links: shape.links.map(link => ({
          source: link.from,
          target: link.to,
          value: link.value,
          lineStyle: { opacity: isolation.hasLink(link) ? LINK_OPACITY : FADED_LINK_OPACITY },
        })),
        labelLayout: { hideOverlap: true },
        lineStyle: { color: 'source' as const, curveness: 0.5 },
        label: {
          color: look.text,
          textBorderColor: look.ground,
          textBorderWidth: 2,
          fontSize: narrow ? 10 : 12,
          // Above the node, outside the bands. Names of ads often share their beginning, so they lose their middle.
          position: [0, -LABEL_LINE],
          formatter: ({ name }: { readonly name: string }) =>
            endsOf(nodes.get(name)?.name ?? name, narrow ? 76 : 140, narrow ? narrowWidthOf : widthOf),
        },
      },
    ],
  };
};
