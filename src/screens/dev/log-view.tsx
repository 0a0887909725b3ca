import { placesOf } from '../../../machines/charts/places.ts';
import type { ActorLife } from '../../console/lives.ts';
import { useDevWords } from './words.ts';

interface LogViewProps {
  readonly life: ActorLife;
  /** The step that is looked at; -1: the beginning; null: now. */
  readonly at: number | null;
  readonly onAt: (at: number | null) => void;
}

/** What an actor heard and where that led, the latest first; each line leads back to how it stood then. */
export const LogView = ({ life, at, onAt }: LogViewProps) => {
  const say = useDevWords();
  const line = (index: number, event: string, places: readonly string[]) => (
    <li key={index}>
      <button type="button" aria-current={at === index ? 'step' : undefined} onClick={() => onAt(index)}>
        <strong>{event}</strong> <span>{places.join(', ')}</span>
      </button>
    </li>
  );
  return (
    <>
      <p className="dev-when" role="status">
        {at !== null && <>{say('past')} <button type="button" className="p-button p-button-secondary" onClick={() => onAt(null)}>{say('now')}</button></>}
      </p>
      <ol className="dev-log" reversed>
        {life.steps.map(({ event, state }, index) => line(index, event.type, placesOf(state.value as never))).toReversed()}
        {line(-1, life.forgotten > 0 ? say('forgotten') : say('began'), placesOf(life.began.value as never))}
      </ol>
    </>
  );
};
