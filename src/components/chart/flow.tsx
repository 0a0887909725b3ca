import { useCallback, useMemo, useState, type KeyboardEvent } from 'react';
import { useFormatter } from '../use-formatter.ts';
import './echarts-flow.ts';
import { flowOption } from './flow-option.ts';
import type { FlowShape } from './shape.ts';
import { stepTo } from './step.ts';
import { useDrawing, type Pick, type Place } from './use-drawing.ts';

/**
 * Flows as a picture; a chunk of its own, since few charts are of this kind. The arrow keys walk along the
 * flows, step by step and the widest of each step
 * first: the one that is reached is told below, and Enter opens what is behind it, as a click does.
 */
const Flow = ({
  shape,
  description,
  onPick,
}: {
  readonly shape: FlowShape;
  readonly description: string;
  readonly onPick?: Pick;
}) => {
  const format = useFormatter();
  const [at, setAt] = useState(-1);
  const option = useCallback(
    (place: Place) => flowOption(shape, { ...place, say: format, description }),
    [shape, format, description],
  );
  const { box, drawing } = useDrawing(option, (index, _, of) => {
    if (of === 'edge') onPick?.(index, 0);
  });
  const nodes = useMemo(() => new Map(shape.nodes.map(node => [node.id, node])), [shape]);
  const order = useMemo(() => {
    const stepOf = (index: number) => nodes.get(shape.links[index]?.from ?? '')?.step ?? 0;
    return shape.links
      .map((_, index) => index)
      .toSorted(
        (a, b) => stepOf(a) - stepOf(b) || (shape.links[b]?.value ?? 0) - (shape.links[a]?.value ?? 0),
      );
  }, [shape, nodes]);
  const light = (type: 'highlight' | 'downplay', place: number): void => {
    if (order[place] !== undefined)
      drawing.current?.dispatchAction({ type, seriesIndex: 0, dataType: 'edge', dataIndex: order[place] });
  };
  const walk = (event: KeyboardEvent<HTMLElement>): void => {
    const index = order[at];
    if (event.key === 'Escape') {
      light('downplay', at);
      setAt(-1);
    }
    if (event.key === 'Enter' && index !== undefined && onPick !== undefined) {
      event.preventDefault();
      onPick(index, 0);
    }
    const next = event.ctrlKey || event.metaKey || event.altKey ? null : stepTo(event.key, at, order.length);
    if (next === null) return;
    event.preventDefault();
    light('downplay', at);
    light('highlight', next);
    setAt(next);
    // On a narrow screen it is wider than its place: what is reached comes into view.
    const container = event.currentTarget;
    const last = Math.max(1, ...shape.nodes.map(({ step }) => step - 1));
    container.scrollLeft =
      ((container.scrollWidth - container.clientWidth) *
        ((nodes.get(shape.links[order[next] ?? -1]?.from ?? '')?.step ?? 1) - 1)) /
      last;
  };
  const link = shape.links[order[at] ?? -1];
  const from = link && nodes.get(link.from);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys read it flow by flow */}
      <div
        className="tp-flow"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys read it flow by flow
        tabIndex={0}
        role="region"
        aria-label={shape.title}
        onKeyDown={walk}
        onFocus={() => light('highlight', at)}
        onBlur={() => light('downplay', at)}
      >
        <div ref={box} className="tp-canvas" role="img" aria-label={description} />
      </div>
      <p className="tp-flow-at" role="status">
        {link !== undefined &&
          from !== undefined &&
          `${shape.stepName(from.step)}: ${from.name} → ${nodes.get(link.to)?.name ?? link.to}, ${shape.unit} ${format(shape.format, link.value)}`}
      </p>
    </>
  );
};
export default Flow;
