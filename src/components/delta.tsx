import { useIntl } from 'react-intl';
import { ratio } from './formats.ts';
import { Icon } from './icon.tsx';

import './delta.css';

export type Direction = 'up' | 'down' | 'level' | 'unknown';

/** Changes below this fraction would be displayed as 0.00 %, so they count as no change. */
const SMALLEST_SHOWN_SHARE = 0.000_05;

/**
 * Change from `before` to `now` as a fraction of `before`; 0 if it would be displayed as 0.00 %, null if
 * there is no basis of comparison.
 */
export const changeOf = (now: number | null, before: number | null): number | null => {
  if (now === null || before === null || before === 0) return null;
  const change = (now - before) / Math.abs(before);
  return Math.abs(change) < SMALLEST_SHOWN_SHARE ? 0 : change;
};

export const directionOf = (change: number | null): Direction => {
  if (change === null) return 'unknown';
  if (change === 0) return 'level';
  return change > 0 ? 'up' : 'down';
};

/**
 * CSS class of the colour: good, poor, or none for an unchanged figure or a metric without a preferred
 * direction.
 */
const toneOf = (direction: Direction, moreIsBetter: boolean | null): string => {
  if (moreIsBetter === null || direction === 'level') return '';
  return (direction === 'up') === moreIsBetter ? ' tp-better' : ' tp-worse';
};

/**
 * Change from the comparison period: arrow, sign and word. The colour only repeats whether the change is
 * favourable (a falling cost is); neutral metrics have no colour.
 */
export const Delta = ({
  now,
  before,
  moreIsBetter,
}: {
  readonly now: number | null;
  readonly before: number | null;
  readonly moreIsBetter: boolean | null;
}) => {
  const intl = useIntl();
  const change = changeOf(now, before);
  const direction = directionOf(change);
  const word = intl.formatMessage({ id: `delta.${direction}` });
  if (change === null || direction === 'unknown') return <span className="tp-delta">{word}</span>;
  return (
    <span className={`tp-delta${toneOf(direction, moreIsBetter)}`}>
      <Icon name={direction} />
      <span>
        {change > 0 ? '+' : ''}
        {change === 0 ? '±0%' : ratio(change)}
      </span>
      <span>{word}</span>
    </span>
  );
};
