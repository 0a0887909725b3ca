import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useIntl } from 'react-intl';
import { labelledText, listedText } from '../labelled-text.ts';
import { useFormatter } from '../use-formatter.ts';
import './echarts-flow.ts';
import { flowOption } from './flow-option.ts';
import type { FlowLink, FlowNode, FlowShape } from './shape.ts';
import { stepOfKey } from './step.ts';
import { useDrawing, type SelectPoint, type Place } from './use-drawing.ts';

const stepOf = (nodes: ReadonlyMap<string, FlowNode>, link: FlowLink | undefined): number | undefined =>
  nodes.get(link?.from ?? '')?.step;

/**
 * The nodes by id, and the indices of the links in the order of the arrow keys: by step, then by value,
 * largest first.
 */
const useFlowOrder = (shape: FlowShape) => {
  const nodes = useMemo(() => new Map(shape.nodes.map(node => [node.id, node])), [shape]);
  const order = useMemo(() => {
    const stepAt = (index: number) => stepOf(nodes, shape.links[index]) ?? 0;
    return shape.links
      .map((_, index) => index)
      .toSorted(
        (a, b) => stepAt(a) - stepAt(b) || (shape.links[b]?.value ?? 0) - (shape.links[a]?.value ?? 0),
      );
  }, [shape, nodes]);
  return { nodes, order };
};

/** Scrolls a container that is narrower than its diagram to one step. */
const scrollToStep = (container: HTMLElement, { nodes }: FlowShape, step: number): void => {
  const last = Math.max(1, ...nodes.map(node => node.step - 1));
  container.scrollLeft = ((container.scrollWidth - container.clientWidth) * (step - 1)) / last;
};

interface LinkStatusProps {
  readonly shape: FlowShape;
  readonly nodes: ReadonlyMap<string, FlowNode>;
  readonly link: FlowLink | undefined;
  /** The node whose paths are isolated. */
  readonly isolated: FlowNode | undefined;
}

/** Live region with the link that the arrow keys selected, and the node whose paths are isolated. */
const FlowStatus = ({ shape, nodes, link, isolated }: LinkStatusProps) => {
  const format = useFormatter();
  const intl = useIntl();
  const from = link && nodes.get(link.from);
  return (
    <p className="tp-flow-at" role="status">
      {link !== undefined &&
        from !== undefined &&
        labelledText(
          shape.stepName(from.step),
          listedText(
            [
              `${from.name} → ${nodes.get(link.to)?.name ?? link.to}`,
              `${shape.unit} ${format(shape.format, link.value)}`,
            ],
            intl,
          ),
          intl,
        )}
      {isolated !== undefined && (
        <span>{intl.formatMessage({ id: 'chart.isolated' }, { name: isolated.name })}</span>
      )}
    </p>
  );
};

/** The node that Space isolates next: the selected link's first one, its second one, then none. */
const nextIsolated = (link: FlowLink | undefined, isolated: string | null): string | null => {
  if (link === undefined || isolated === link.to) return null;
  return isolated === link.from ? link.to : link.from;
};

/** Draws the diagram, with the paths of one node isolated after a click on it until the next click. */
const useFlowDrawing = (shape: FlowShape, onSelect: SelectPoint | undefined) => {
  const format = useFormatter();
  const description = useIntl().formatMessage(
    { id: 'chart.description_flow' },
    { title: shape.title, nodes: shape.nodes.length, links: shape.links.length },
  );
  const [isolated, setIsolated] = useState<string | null>(null);
  // Read by the option when it is drawn, so that a click changes the drawing and does not make another one.
  const drawn = useRef<{ place: Place | null; isolated: string | null }>({ place: null, isolated: null });
  const option = useCallback(
    (place: Place) => {
      drawn.current.place = place;
      return flowOption(shape, {
        ...place,
        formatValue: format,
        description,
        isolated: drawn.current.isolated,
      });
    },
    [shape, format, description],
  );
  const { box, drawing } = useDrawing(option, (index, _, of) => {
    const id = shape.nodes[index]?.id ?? null;
    if (of === 'edge') onSelect?.(index, 0);
    if (of === 'node') setIsolated(id === isolated ? null : id);
  });
  useEffect(() => {
    const { place, isolated: before } = drawn.current;
    if (place === null || before === isolated) return;
    drawn.current.isolated = isolated;
    drawing.current?.setOption(option(place), { notMerge: true });
  }, [drawing, option, isolated]);
  return { box, drawing, description, isolated, setIsolated };
};

/**
 * Sankey diagram; a chunk of its own, since few charts are of this kind. The arrow keys move through the
 * links: the selected one is described below the diagram, and Enter opens its conversions, as a click does. A click
 * on a node isolates the paths through it until the next click on it or Escape; Space isolates those of the selected
 * link's first node, then of its second one, then none.
 */
const Flow = ({ shape, onSelect }: { readonly shape: FlowShape; readonly onSelect?: SelectPoint }) => {
  const [at, setAt] = useState(-1);
  const { box, drawing, description, isolated, setIsolated } = useFlowDrawing(shape, onSelect);
  const { nodes, order } = useFlowOrder(shape);
  const light = (type: 'highlight' | 'downplay', place: number): void => {
    if (order[place] !== undefined)
      drawing.current?.dispatchAction({ type, seriesIndex: 0, dataType: 'edge', dataIndex: order[place] });
  };
  const walk = (event: KeyboardEvent<HTMLElement>): void => {
    const index = order[at];
    if (event.key === 'Escape') {
      light('downplay', at);
      setAt(-1);
      setIsolated(null);
    }
    if (event.key === 'Enter' && index !== undefined && onSelect !== undefined) {
      event.preventDefault();
      onSelect(index, 0);
    }
    if (event.key === ' ' && index !== undefined) {
      event.preventDefault();
      setIsolated(nextIsolated(shape.links[index], isolated));
    }
    const next = stepOfKey(event, at, order.length);
    if (next === null) return;
    event.preventDefault();
    light('downplay', at);
    light('highlight', next);
    setAt(next);
    scrollToStep(event.currentTarget, shape, stepOf(nodes, shape.links[order[next] ?? -1]) ?? 1);
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys move through its links */}
      <div
        className="tp-flow"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys move through its links
        tabIndex={0}
        role="region"
        aria-label={shape.title}
        onKeyDown={walk}
        onFocus={() => light('highlight', at)}
        onBlur={() => light('downplay', at)}
      >
        <div ref={box} className="tp-canvas" role="img" aria-label={description} />
      </div>
      <FlowStatus
        shape={shape}
        nodes={nodes}
        link={shape.links[order[at] ?? -1]}
        isolated={nodes.get(isolated ?? '')}
      />
    </>
  );
};
export default Flow;
