import { useState } from 'react';
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import type { Model } from '../../../machines/charts/model.ts';
import { speakerOf } from '../../../machines/charts/words.ts';
import { useLocale } from '../../console/context.ts';
import { useDevWords } from './words.ts';

/** An event as JSON; functions are left out. */
const written = (event: object): string => JSON.stringify(event, null, 2);

const readEvent = (text: string): { readonly type: string } | null => {
  try {
    const event: unknown = JSON.parse(text);
    return typeof event === 'object' && event !== null && 'type' in event && typeof event.type === 'string'
      ? { ...event, type: event.type }
      : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
};

interface EventsProps {
  readonly model: Model;
  readonly does: (name: string) => boolean;
}

/** Options of the sample events; those that the actor accepts in its state come first. */
const Events = ({ model, does }: EventsProps) => {
  const translate = useDevWords();
  const speaker = speakerOf(model.machine.id, useLocale().locale);
  const names = Object.keys(model.events);
  const groups = [
    ['accepted', names.filter(does)],
    ['unheard', names.filter(one => !does(one))],
  ] as const;
  return groups.map(
    ([title, group]) =>
      group.length > 0 && (
        <optgroup key={title} label={translate(title)}>
          {group.map(one => (
            <option key={one} value={one}>
              {speaker.eventName(one)}
            </option>
          ))}
        </optgroup>
      ),
  );
};

/** Form that sends an event to an actor: a sample from the machine's model, editable as JSON. */
export const SendForm = ({ model, actor }: { readonly model: Model; readonly actor: AnyActorRef }) => {
  const translate = useDevWords();
  const names = Object.keys(model.events);
  const state = actor.getSnapshot() as AnyMachineSnapshot;
  const does = (one: string) => state.status === 'active' && state.can(model.events[one]! as never);
  const [name, setName] = useState(names.find(does) ?? names[0]!);
  const [text, setText] = useState(() => written(model.events[name]!));
  const event = readEvent(text);
  return (
    <form
      className="dev-send"
      onSubmit={submitted => {
        submitted.preventDefault();
        // An unchanged sample is sent as the original object, with values that JSON cannot represent.
        const example = model.events[name]!;
        if (event !== null) actor.send(text === written(example) ? example : event);
      }}
    >
      <label>
        <span>{translate('event')}</span>
        <select
          className="p-inputtext"
          value={name}
          onChange={({ target }) => {
            setName(target.value);
            setText(written(model.events[target.value]!));
          }}
        >
          <Events model={model} does={does} />
        </select>
      </label>
      <label>
        <span>{translate('contents')}</span>
        <textarea
          className="p-inputtext"
          rows={5}
          spellCheck={false}
          value={text}
          aria-invalid={event === null}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      {event === null && <p role="alert">{translate('wrong')}</p>}
      <button type="submit" className="p-button" disabled={event === null}>
        {translate('send')}
      </button>
    </form>
  );
};
