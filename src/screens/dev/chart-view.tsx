import type { Box } from '../../../machines/charts/chart.ts';
import { drawn, type Placed } from '../../../machines/charts/layout.ts';
import { ScrollBox } from '../../components/scroll-box.tsx';

const drawLines = (lines: Placed['lines']) =>
  lines.map(line => (
    <text key={line.y} className={line.kind} x={line.x} y={line.y}>
      {line.text}
    </text>
  ));

const ARROW_HEADS = (
  <defs>
    {['dev-head', 'dev-head-outgoing'].map(id => (
      <marker
        key={id}
        id={id}
        viewBox="0 0 8 8"
        refX="7"
        refY="4"
        markerWidth="7"
        markerHeight="7"
        orient="auto"
      >
        <path d="M0,0 L8,4 L0,8 z" />
      </marker>
    ))}
  </defs>
);

interface ChartViewProps {
  readonly chart: Box;
  /** Active states, as paths from the root of the machine; null: no actor. */
  readonly places: readonly string[] | null;
  readonly label: string;
}

/** Chart of a machine: nested states, transitions, and the active states. */
export const ChartView = ({ chart, places, label }: ChartViewProps) => {
  const { width, height, placed, curves } = drawn(chart);
  const isIn = (id: string) =>
    places !== null &&
    (id === chart.id ||
      places.some(place => `${chart.id}.${place}` === id || `${chart.id}.${place}`.startsWith(`${id}.`)));
  const isAt = (id: string) => places?.some(place => `${chart.id}.${place}` === id) ?? false;
  const outer = placed.filter(({ box }) => box.boxes.length > 0);
  const positionOf = (id: string) => {
    if (isAt(id)) return ' here';
    return isIn(id) ? ' around' : '';
  };
  const drawBox = ({ box, x, y, width: wide, height: high, lines }: Placed, written: boolean) => (
    <g key={box.id} className={`dev-box ${box.type}${positionOf(box.id)}`} data-state={box.id}>
      <rect x={x} y={y} width={wide} height={high} rx="6" />
      {written && drawLines(lines)}
    </g>
  );
  return (
    <ScrollBox className="dev-chart" label={label}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        role="img"
        aria-label={`${chart.id}${places === null ? '' : `: ${places.join(', ')}`}`}
      >
        {ARROW_HEADS}
        {outer.map(one => drawBox(one, false))}
        {/* Above compound states and below states with text only. Transitions from active states are on
            top. */}
        {[...curves]
          .sort((one, other) => Number(isIn(one.from)) - Number(isIn(other.from)))
          .map(({ key, from, path }) => (
            <path
              key={key + path}
              className={isIn(from) ? 'dev-curve onward' : 'dev-curve'}
              d={path}
              markerEnd={`url(#dev-head${isIn(from) ? '-onward' : ''})`}
            />
          ))}
        {outer.map(({ box, lines }) => (
          <g key={box.id} className="dev-outer">
            {drawLines(lines)}
          </g>
        ))}
        {placed.filter(({ box }) => box.boxes.length === 0).map(one => drawBox(one, true))}
      </svg>
    </ScrollBox>
  );
};
