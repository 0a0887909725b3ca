import { memo } from 'react';

interface Props {
  readonly values: readonly (number | null)[];
  readonly width?: number;
  readonly height?: number;
  /** The last value belongs to an unfinished period; the segment to it is dashed. */
  readonly unfinished?: boolean;
}

const MARGIN_PX = 2;

/**
 * SVG path of the values, limited to those for which `isDrawn` returns true. Missing values leave gaps, an
 * isolated value becomes a dash, and equal values a horizontal line at half height.
 */
export const sparkPath = (
  values: readonly (number | null)[],
  width: number,
  height: number,
  isDrawn: (index: number) => boolean = () => true,
): string => {
  const known = values.filter(value => value !== null);
  if (known.length === 0) return '';
  const low = Math.min(...known);
  const span = Math.max(...known) - low;
  const x = (index: number) =>
    MARGIN_PX + (values.length === 1 ? 0 : (index * (width - 2 * MARGIN_PX)) / (values.length - 1));
  const y = (value: number) =>
    span === 0 ? height / 2 : height - MARGIN_PX - ((value - low) * (height - 2 * MARGIN_PX)) / span;
  const isHere = (index: number) => (values[index] ?? null) !== null && isDrawn(index);
  return values
    .map((value, index) => {
      if (value === null || !isDrawn(index)) return '';
      if (!isHere(index - 1) && !isHere(index + 1))
        return `M${(x(index) - MARGIN_PX).toFixed(1)} ${y(value).toFixed(1)}h${2 * MARGIN_PX}`;
      return `${isHere(index - 1) ? 'L' : 'M'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
    })
    .join('');
};

/**
 * Small line chart without axes. Hidden from screen readers, as the figure is displayed as text next to it.
 */
export const Sparkline = memo(({ values, width = 120, height = 32, unfinished = false }: Props) => {
  const last = values.length - 1;
  const line = {
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: '1.5',
    strokeLinecap: 'round',
    vectorEffect: 'non-scaling-stroke',
  } as const;
  return (
    <svg
      className="tp-spark"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={sparkPath(values, width, height, unfinished ? index => index < last : undefined)} {...line} />
      {unfinished && (
        <path
          d={sparkPath(values, width, height, index => index >= last - 1)}
          {...line}
          strokeDasharray="2 4"
        />
      )}
    </svg>
  );
});
