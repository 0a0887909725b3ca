import { useIntl } from 'react-intl';
import { placesOf } from '../../../machines/charts/places.ts';
import type { ActorLife } from '../../console/actor-registry.ts';
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
  readonly life: ActorLife;
  /** Index of the displayed step; -1: initial state; null: current state. */
  readonly at: number | null;
  readonly onAt: (at: number | null) => void;
}

/** Events of an actor and the states they led to, latest first; each line shows the state after it. */
export const LogView = ({ life, at, onAt }: LogViewProps) => {
  const say = useDevWords();
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
          say('present')
        ) : (
          <>
            {say('past')}{' '}
            <button
              type="button"
              className="p-button p-button-secondary p-button-sm"
              onClick={() => onAt(null)}
            >
              {say('now')}
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
        {line(-1, life.forgotten > 0 ? say('forgotten') : say('began'), placesOf(life.began.value as never))}
      </ol>
    </>
  );
};
