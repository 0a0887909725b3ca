import { useCallback } from 'react';
import { useFormatter } from '../use-formatter.ts';
import './echarts-flow.ts';
import { flowOption } from './flow-option.ts';
import type { FlowShape } from './shape.ts';
import { useDrawing, type Pick, type Place } from './use-drawing.ts';

/** Flows as a picture; a chunk of its own, since few charts are of this kind. */
const Flow = ({ shape, description, onPick }: { readonly shape: FlowShape; readonly description: string; readonly onPick?: Pick }) => {
  const format = useFormatter();
  const option = useCallback((place: Place) => flowOption(shape, { ...place, say: format, description }), [shape, format, description]);
  const { box } = useDrawing(option, (index, _, of) => { if (of === 'edge') onPick?.(index, 0); });
  return (
    // On a narrow screen it is wider than its place and scrolled, by the keyboard too.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="tp-flow" tabIndex={0} role="region" aria-label={shape.title}><div ref={box} className="tp-canvas" role="img" aria-label={description} /></div>
  );
};
export default Flow;
