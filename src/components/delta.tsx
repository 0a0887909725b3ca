import { useIntl } from 'react-intl';
import { ratio } from './formats.ts';
import { Icon } from './icon.tsx';

import './delta.css';

export type Direction = 'up' | 'down' | 'level' | 'unknown';

/** Less than the two decimals of a percentage can show: "0.00 % down" would contradict itself. */
const TOO_LITTLE = 0.000_05;

/**
 * The change from the previous value as a fraction; 0 where it would be shown as 0.00 %, null where there was
 * nothing to compare with.
 */
export const changeOf = (now: number | null, before: number | null): number | null => {
  if (now === null || before === null || before === 0) return null;
  const change = (now - before) / Math.abs(before);
  return Math.abs(change) < TOO_LITTLE ? 0 : change;
};

export const directionOf = (change: number | null): Direction => {
  if (change === null) return 'unknown';
  if (change === 0) return 'level';
  return change > 0 ? 'up' : 'down';
};

/** The class of a colour: whether the change is good, of what is neither good nor poor none. */
const toneOf = (direction: Direction, moreIsBetter: boolean | null): string => {
  if (moreIsBetter === null || direction === 'level') return '';
  return (direction === 'up') === moreIsBetter ? ' tp-good' : ' tp-poor';
};

/**
 * A comparison with the previous period: arrow, sign and word; the colour only repeats whether the change is
 * favourable, which a falling cost is. A neutral figure has no colour.
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
