import { useMatches } from '@tanstack/react-router';
import { useActorRef, useSelector } from '@xstate/react';
import { lazy, Suspense, useEffect } from 'react';
import { useIntl } from 'react-intl';
import { fromPromise } from 'xstate';
import { helpMachine, type Guide } from '../../machines/help.ts';
import type { Locale } from '../../machines/language.ts';
import { IconButton } from '../components/icon-button.tsx';
import { watched } from '../console/actor-registry.ts';
import { useLocale } from '../console/context.ts';
import { screenGuide } from './guide-names.ts';
import { helpPanel } from './open-guide.ts';
import { useMenu } from './use-menu.ts';

const HelpPanel = lazy(() => import('./help-panel.tsx'));

const machine = helpMachine.provide({
  actors: {
    load: fromPromise<readonly Guide[], string>(async ({ input }) =>
      (await import('./load-guides.ts')).loadGuides(input as Locale),
    ),
  },
});

/** Button that opens the guide of the screen. The panel and the guides are loaded on first use. */
export const ScreenHelp = () => {
  const label = useIntl().formatMessage({ id: 'help.open' });
  const actor = useActorRef(machine, watched);
  const isOpen = useSelector(actor, state => state.hasTag('open'));
  const { locale } = useLocale();
  const { place } = useMenu();
  const path = useMatches({ select: matches => matches.at(-1)?.pathname });
  const guide = screenGuide(path, place?.entry ?? null);
  const open = (name = guide) => actor.send({ type: 'open', language: locale, guide: name });
  useEffect(() => {
    helpPanel.open = open;
    return () => {
      delete helpPanel.open;
    };
  });
  return (
    <>
      <IconButton
        icon="help"
        large
        aria-haspopup="dialog"
        label={label}
        title={label}
        onClick={() => open()}
      />
      <Suspense>{isOpen && <HelpPanel actor={actor} current={guide} />}</Suspense>
    </>
  );
};
