import { useActorRef, useSelector } from '@xstate/react';
import { lazy, Suspense, useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useIntl } from 'react-intl';
import { paletteMachine } from '../../machines/palette.ts';
import { Icon } from '../components/icon.tsx';
import { useKnown } from '../console/context.ts';
import { watched } from '../console/lives.ts';
import { createShelf, drawerOf } from '../console/storage.ts';
import { useCommands } from './palette-commands.ts';
import { useKeys } from './palette-keys.ts';
import './palette-button.css';

const Search = lazy(() => import('./palette-view.tsx'));
const Sheet = lazy(() => import('./palette-sheet.tsx'));

const isSwitch = (value: unknown): value is boolean => typeof value === 'boolean';

/** The button that opens the palette, the keys, and what they open. The palette's own code comes when it is first wanted. */
export const Palette = () => {
  const intl = useIntl();
  const { profile } = useKnown();
  const actor = useActorRef(paletteMachine, watched);
  const commands = useCommands();
  const state = useSelector(actor, snapshot => snapshot);

  const perform = useEffectEvent((id: string) => {
    if (id === 'filter') document.querySelector<HTMLElement>('#main .tp-fields :is(input:not([type="hidden"]), button, [tabindex="0"])')?.focus();
    else commands.find(command => command.id === id)?.run();
  });
  useEffect(() => {
    const { unsubscribe } = actor.on('chosen', ({ command }) => perform(command));
    return unsubscribe;
  }, [actor]);

  // Whether letters are heard is kept under the user, like all that one has chosen.
  const [shelf] = useState(() => createShelf(drawerOf(() => localStorage)));
  const name = `${profile.id}_keys`;
  useEffect(() => actor.send({ type: shelf.read(name, isSwitch) === false ? 'keys.off' : 'keys.on' }), [actor, shelf, name]);
  const hear = (heard: boolean) => {
    shelf.write(name, heard);
    actor.send({ type: heard ? 'keys.on' : 'keys.off' });
  };

  useKeys({
    toggle: useCallback(() => actor.send({ type: 'toggle' }), [actor]),
    sheet: useCallback(() => {
      if (actor.getSnapshot().matches({ keys: 'heard' })) actor.send({ type: 'keys' });
    }, [actor]),
    filter: useCallback(() => actor.send({ type: 'stroke', command: 'filter' }), [actor]),
    stroke: useCallback((command: string) => actor.send({ type: 'stroke', command }), [actor]),
  });

  const label = intl.formatMessage({ id: 'palette.title' });
  return (
    <>
      <button type="button" className="palette-button" aria-label={label} title={`${label} (Ctrl+K)`} aria-haspopup="dialog" aria-keyshortcuts="Control+K Meta+K" onClick={() => actor.send({ type: 'open' })}>
        <Icon large name="search" />
        <span aria-hidden="true">{intl.formatMessage({ id: 'palette.button' })}</span>
        <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      <Suspense>
        {state.matches({ view: 'searching' }) && (
          <Search query={state.context.query} commands={commands} send={actor.send} />
        )}
        {state.matches({ view: 'sheet' }) && <Sheet commands={commands} heard={state.matches({ keys: 'heard' })} onHear={hear} onClose={() => actor.send({ type: 'close' })} />}
      </Suspense>
    </>
  );
};
