import type { Box } from '../../../machines/charts/chart.ts';
import { drawn } from '../../../machines/charts/layout.ts';

interface ChartViewProps {
  readonly chart: Box;
  /** Where it stands: paths from the root of the machine, or null where nobody stands anywhere. */
  readonly places: readonly string[] | null;
  readonly label: string;
}

/** A machine as it is written: states in each other, what leads from each to which, and where one stands. */
export const ChartView = ({ chart, places, label }: ChartViewProps) => {
  const { width, height, placed, curves } = drawn(chart);
  const isIn = (id: string) => places !== null && (id === chart.id || places.some(place => `${chart.id}.${place}` === id || `${chart.id}.${place}`.startsWith(`${id}.`)));
  const isAt = (id: string) => places?.some(place => `${chart.id}.${place}` === id) ?? false;
  return (
    // Wider than the page: by keyboard it is scrolled once it has the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable
    <div className="dev-chart" role="region" aria-label={label} tabIndex={0}>
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="img" aria-label={`${chart.id}${places === null ? '' : `: ${places.join(', ')}`}`}>
        <defs><marker id="dev-head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0,0 L8,4 L0,8 z" /></marker></defs>
        {placed.map(({ box, x, y, width: wide, height: high, lines }) => (
          <g key={box.id} className={`dev-box ${box.type}${isAt(box.id) ? ' here' : isIn(box.id) ? ' around' : ''}`} data-state={box.id}>
            <rect x={x} y={y} width={wide} height={high} rx="6" />
            {lines.map(line => <text key={line.y} className={line.kind} x={line.x} y={line.y}>{line.text}</text>)}
          </g>
        ))}
        {curves.map(({ key, path }) => <path key={key + path} className="dev-curve" d={path} markerEnd="url(#dev-head)" />)}
      </svg>
    </div>
  );
};
