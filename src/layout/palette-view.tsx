import { Command as Menu } from 'cmdk';
import { startTransition, useEffect, useEffectEvent, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ActorRefFrom } from 'xstate';
import type { paletteMachine } from '../../machines/palette.ts';
import { DialogBox } from '../components/dialog-box.tsx';
import { Icon } from '../components/icon.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { useConsole } from '../console/context.ts';
import { loadMessages } from '../console/load-messages.ts';
import { findCommands, type Command } from './find-commands.ts';
import { useActionCommands } from './palette-actions.ts';
import { useMetricCommands, useViewCommands, useWithSynonyms } from './palette-answers.ts';
import { useCommands } from './palette-commands.ts';
import { useGuideCommands } from './palette-guides.ts';
import './palette.css';

interface Props {
  readonly query: string;
  readonly actor: ActorRefFrom<typeof paletteMachine>;
}

type Send = Props['actor']['send'];

const Field = ({ query, send }: { readonly query: string; readonly send: Send }) => {
  const intl = useIntl();
  return (
    <div className="palette-field">
      <Icon large name="search" />
      <Menu.Input
        data-first
        value={query}
        placeholder={intl.formatMessage({ id: 'palette.hint' })}
        onValueChange={text => send({ type: 'type', query: text })}
        onCompositionStart={() => send({ type: 'composition.begin' })}
        onCompositionEnd={() => send({ type: 'composition.end' })}
      />
      <IconButton
        icon="close"
        large
        label={intl.formatMessage({ id: 'shell.close' })}
        onClick={() => send({ type: 'close' })}
      />
    </div>
  );
};

interface ItemProps {
  readonly command: Command;
  readonly send: Send;
}

const Item = ({ command: { id, label, note, icon, keys }, send }: ItemProps) => (
  <Menu.Item value={id} onSelect={() => send({ type: 'choose', command: id })}>
    <Icon large name={icon} />
    <span>
      {label}
      {note !== undefined && <small className="palette-note">{note}</small>}
    </span>
    {keys !== undefined && (
      <span className="palette-keys" aria-hidden="true">
        {keys.split(' ').map(key => (
          <kbd key={key}>{key}</kbd>
        ))}
      </span>
    )}
  </Menu.Item>
);

const Foot = ({ send }: { readonly send: Send }) => (
  <div className="palette-foot">
    <span aria-hidden="true">
      <kbd>↑</kbd>
      <kbd>↓</kbd> <FormattedMessage id="palette.key_move" />
    </span>
    <span aria-hidden="true">
      <kbd>Enter</kbd> <FormattedMessage id="palette.key_choose" />
    </span>
    <button
      type="button"
      className="p-button p-button-text p-button-sm"
      onClick={() => send({ type: 'keys' })}
    >
      <FormattedMessage id="keys.title" />
    </button>
  </div>
);

interface FoundProps extends Props {
  /** The commands among which the palette searches. */
  readonly commands: readonly Command[];
}

/** The commands that match the query, and their number for screen readers. */
const Found = ({ query, actor, commands }: FoundProps) => {
  const intl = useIntl();
  const { send } = actor;
  const perform = useEffectEvent((id: string) => commands.find(command => command.id === id)?.run());
  useEffect(() => {
    const { unsubscribe } = actor.on('chosen', ({ command }) => perform(command));
    return unsubscribe;
  }, [actor]);
  const found = findCommands(commands, query);
  const count = found.reduce((sum, { commands: own }) => sum + own.length, 0);
  return (
    <>
      <Menu.List label={intl.formatMessage({ id: 'palette.title' })}>
        {found.map(({ subject, commands: own }) => (
          <Menu.Group key={subject} heading={intl.formatMessage({ id: `palette.${subject}s` })}>
            {own.map(command => (
              <Item key={command.id} command={command} send={send} />
            ))}
          </Menu.Group>
        ))}
      </Menu.List>
      <p role="status" className={count === 0 ? 'palette-none' : 'visually-hidden'}>
        <FormattedMessage id="palette.count" values={{ count }} />
      </p>
    </>
  );
};

/** Results without the commands whose texts could not be loaded. */
const BasicResults = (props: Props) => <Found {...props} commands={useCommands(props.query)} />;

const FullResults = (props: Props) => {
  const commands = useWithSynonyms(useCommands(props.query));
  const more = [
    ...useActionCommands(),
    ...useViewCommands(),
    ...useMetricCommands(),
    ...useGuideCommands(() => props.actor.send({ type: 'keys' })),
  ];
  return <Found {...props} commands={[...commands, ...more]} />;
};

/** Whether the first frame is over: the field appears in it, the many results in the next one. */
const useAfterFirstFrame = (): boolean => {
  const [isOver, setOver] = useState(false);
  useEffect(() => startTransition(() => setOver(true)), []);
  return isOver;
};

/** The parts of the messages that only the open palette needs: its synonyms, and the meanings of metrics. */
const TEXTS = ['palette', 'report'] as const;

type Texts = 'loading' | 'loaded' | 'failed';

/** Loads the texts of the results. */
const useTexts = (): Texts => {
  const console = useConsole();
  const [texts, setTexts] = useState<Texts>('loading');
  useEffect(() => {
    void loadMessages(console, TEXTS).then(
      () => setTexts('loaded'),
      () => setTexts('failed'),
    );
  }, [console]);
  return texts;
};

/**
 * The open palette: a search field and its results. cmdk handles list keys and ARIA; search and commands are
 * the console's.
 */
const PaletteView = (props: Props) => {
  const intl = useIntl();
  const { send } = props.actor;
  const texts = useTexts();
  const hasResults = useAfterFirstFrame() && texts !== 'loading';
  const Results = texts === 'loaded' ? FullResults : BasicResults;
  const title = intl.formatMessage({ id: 'palette.title' });
  return (
    <DialogBox className="palette" label={title} light onLeave={() => send({ type: 'close' })}>
      <Menu label={title} shouldFilter={false} loop>
        <Field query={props.query} send={send} />
        {hasResults ? <Results {...props} /> : <div className="palette-awaited" />}
        <Foot send={send} />
      </Menu>
    </DialogBox>
  );
};
export default PaletteView;
