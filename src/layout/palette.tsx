import { useNavigate } from '@tanstack/react-router';
import { useActorRef, useSelector } from '@xstate/react';
import { lazy, Suspense, useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useIntl } from 'react-intl';
import type { ActorRefFrom } from 'xstate';
import { paletteMachine } from '../../machines/palette.ts';
import { Icon } from '../components/icon.tsx';
import { useSignedInData } from '../console/context.ts';
import { watched } from '../console/actor-registry.ts';
import { refreshScreen } from '../console/refresh.ts';
import { createExpiringStorage, storageOrMemory } from '../console/storage.ts';
import './palette-button.css';
import { useKeys } from './palette-keys.ts';
import { useMenu } from './use-menu.ts';

const Search = lazy(() => import('./palette-view.tsx'));
const Sheet = lazy(() => import('./palette-sheet.tsx'));

const isSwitch = (value: unknown): value is boolean => typeof value === 'boolean';

type PaletteActor = ActorRefFrom<typeof paletteMachine>;

/** Runs the commands of letter keys, while these are enabled. */
const usePerformStrokes = (actor: PaletteActor): void => {
  const { groups } = useMenu();
  const navigate = useNavigate();
  const perform = useEffectEvent((id: string) => {
    const entry = groups.flatMap(({ entries }) => entries).find(({ to }) => id === `go:${to}`);
    if (id === 'filter')
      document
        .querySelector<HTMLElement>(
          '#main .tp-fields :is(input:not([type="hidden"]), button, [tabindex="0"])',
        )
        ?.focus();
    else if (id === 'refresh') refreshScreen();
    else if (entry !== undefined) void navigate({ to: entry.to as '/' });
  });
  useEffect(() => {
    const { unsubscribe } = actor.on('stroked', ({ command }) => perform(command));
    return unsubscribe;
  }, [actor]);
};

/** Restores whether the user enabled letter keys; returns a function that changes and stores it. */
const useKeySwitch = (actor: PaletteActor): ((enabled: boolean) => void) => {
  const name = `${useSignedInData().profile.id}_keys`;
  const [storage] = useState(() => createExpiringStorage(storageOrMemory(() => localStorage)));
  useEffect(
    () => actor.send({ type: storage.read(name, isSwitch) === false ? 'keys.off' : 'keys.on' }),
    [actor, storage, name],
  );
  return enabled => {
    storage.write(name, enabled);
    actor.send({ type: enabled ? 'keys.on' : 'keys.off' });
  };
};

/**
 * Button of the palette, the keyboard shortcuts, and their dialogs. The palette's code and data are loaded on
 * first use.
 */
export const Palette = () => {
  const intl = useIntl();
  const actor = useActorRef(paletteMachine, watched);
  const state = useSelector(actor, snapshot => snapshot);
  const onKeySwitch = useKeySwitch(actor);
  usePerformStrokes(actor);

  useKeys({
    toggle: useCallback(() => actor.send({ type: 'toggle' }), [actor]),
    sheet: useCallback(() => {
      if (actor.getSnapshot().matches({ keys: 'enabled' })) actor.send({ type: 'keys' });
    }, [actor]),
    filter: useCallback(() => actor.send({ type: 'stroke', command: 'filter' }), [actor]),
    stroke: useCallback((command: string) => actor.send({ type: 'stroke', command }), [actor]),
  });

  const label = intl.formatMessage({ id: 'palette.title' });
  return (
    <>
      <button
        type="button"
        className="palette-button"
        aria-label={label}
        title={`${label} (Ctrl+K)`}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => actor.send({ type: 'open' })}
      >
        <Icon large name="search" />
        <span aria-hidden="true">{intl.formatMessage({ id: 'palette.button' })}</span>
        <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      <Suspense>
        {state.matches({ view: 'searching' }) && <Search query={state.context.query} actor={actor} />}
        {state.matches({ view: 'sheet' }) && (
          <Sheet
            enabled={state.matches({ keys: 'enabled' })}
            onChange={onKeySwitch}
            onClose={() => actor.send({ type: 'close' })}
          />
        )}
      </Suspense>
    </>
  );
};
