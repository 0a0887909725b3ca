import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useEffectEvent } from 'react';
import { typingMachine } from '../../../machines/typing.ts';
import { watched } from '../../console/lives.ts';
import { isComposing } from '../../components/composing.ts';
import { Icon } from '../../components/icon.tsx';

interface Props {
  readonly label: string;
  /** What is searched for now. */
  readonly text: string;
  readonly onSearch: (text: string) => void;
}

/** Words to search for: they are told when the typing rests or Enter is pressed, never while an input method composes (machines/typing.ts). */
export const SearchBox = ({ label, text, onSearch }: Props) => {
  const actor = useActorRef(typingMachine, { ...watched, input: { text } });
  const typed = useSelector(actor, state => state.context.text);
  const tell = useEffectEvent(onSearch);
  useEffect(() => {
    const { unsubscribe } = actor.on('told', event => tell(event.text));
    return unsubscribe;
  }, [actor]);
  // By the browser's way back, a link or a saved view the address may say something else now.
  useEffect(() => {
    if (text !== actor.getSnapshot().context.told) actor.send({ type: 'put', text });
  }, [actor, text]);
  return (
    <span className="tp-search">
      <Icon name="search" />
      <input
        type="search" className="p-inputtext" value={typed} aria-label={label} placeholder={label} enterKeyHint="search" maxLength={200}
        onChange={event => actor.send({ type: 'type', text: event.target.value })}
        onCompositionStart={() => actor.send({ type: 'compose' })} onCompositionEnd={() => actor.send({ type: 'composed' })}
        onKeyDown={event => { if (event.key === 'Enter' && !isComposing(event)) actor.send({ type: 'send' }); }}
      />
    </span>
  );
};
