import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useEffectEvent } from 'react';
import { debounceMachine } from '../../../machines/debounce.ts';
import { watched } from '../../console/actor-registry.ts';
import { isComposing } from '../../components/composing.ts';
import { MAX_SEARCH_LENGTH } from '../../components/option-search.ts';
import { Icon } from '../../components/icon.tsx';

interface Props {
  readonly label: string;
  /** The current search text. */
  readonly text: string;
  readonly onSearch: (text: string) => void;
  /** Called on Enter if the text has not changed. */
  readonly onRepeat: () => void;
}

/**
 * Search field. Reports the text after a pause in typing or on Enter, but not during input-method composition
 * (machines/debounce.ts).
 */
export const SearchBox = ({ label, text, onSearch, onRepeat }: Props) => {
  const actor = useActorRef(debounceMachine, { ...watched, input: { text } });
  const typed = useSelector(actor, state => state.context.text);
  const search = useEffectEvent(onSearch);
  const repeat = useEffectEvent(onRepeat);
  useEffect(() => {
    const typed = actor.on('changed', event => search(event.text));
    const repeated = actor.on('repeated', () => repeat());
    return () => {
      for (const { unsubscribe } of [typed, repeated]) unsubscribe();
    };
  }, [actor]);
  // The address may get another text by back, a link or a saved view.
  useEffect(() => {
    if (text !== actor.getSnapshot().context.sent) actor.send({ type: 'set', text });
  }, [actor, text]);
  return (
    <span className="tp-search">
      <Icon name="search" />
      <input
        type="search"
        className="p-inputtext"
        value={typed}
        aria-label={label}
        placeholder={label}
        enterKeyHint="search"
        maxLength={MAX_SEARCH_LENGTH}
        onChange={event => actor.send({ type: 'type', text: event.target.value })}
        onCompositionStart={() => actor.send({ type: 'compose' })}
        onCompositionEnd={() => actor.send({ type: 'composed' })}
        onKeyDown={event => {
          if (event.key === 'Enter' && !isComposing(event)) actor.send({ type: 'send' });
        }}
      />
    </span>
  );
};
