import { useIntl } from 'react-intl';
import { placesOf } from '../../../machines/charts/places.ts';
import type { ActorHistory } from '../../console/actor-registry.ts';
import { useDevWords } from './words.ts';

/** Format of seconds since the page was opened. */
const SECONDS = {
  style: 'unit',
  unit: 'second',
  unitDisplay: 'narrow',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
} as const;

interface LogViewProps {
  readonly life: ActorHistory;
  /** Index of the displayed step; -1: initial state; null: current state. */
  readonly at: number | null;
  readonly onAt: (at: number | null) => void;
}

/** Events of an actor and the states they led to, latest first; each line shows the state after it. */
export const LogView = ({ life, at, onAt }: LogViewProps) => {
  const translate = useDevWords();
  const intl = useIntl();
  const line = (index: number, event: string, places: readonly string[], when?: number) => (
    <li key={index}>
      <button type="button" aria-current={at === index ? 'step' : undefined} onClick={() => onAt(index)}>
        <strong>{event}</strong> <span>{places.join(', ')}</span>
        {when !== undefined && <time>{intl.formatNumber(when / 1000, SECONDS)}</time>}
      </button>
    </li>
  );
  return (
    <>
      <p className="dev-when" role="status">
        {at === null ? (
          translate('present')
        ) : (
          <>
            {translate('past')}{' '}
            <button
              type="button"
              className="p-button p-button-secondary p-button-sm"
              onClick={() => onAt(null)}
            >
              {translate('now')}
            </button>
          </>
        )}
      </p>
      <ol className="dev-log" reversed>
        {life.steps
          .map(({ event, state, at: when }, index) =>
            line(index, event.type, placesOf(state.value as never), when),
          )
          .toReversed()}
        {line(
          -1,
          life.dropped > 0 ? translate('forgotten') : translate('began'),
          placesOf(life.first.value as never),
        )}
      </ol>
    </>
  );
};
