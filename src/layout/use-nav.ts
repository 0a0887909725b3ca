import { useSelector } from '@xstate/react';
import { useCallback } from 'react';
import type { EventFromLogic } from 'xstate';
import type { chromeMachine } from '../../machines/appearance.ts';
import { useConsole } from '../console/context.ts';
import { navOf } from '../console/looks.ts';

/** How the navigation lies, in the words that its parts need. */
export const useNav = () => {
  const chrome = useSelector(useConsole().actor, state => state.context.chrome);
  const nav = useSelector(chrome, navOf);
  const open = useSelector(chrome, state => state.matches({ nav: { over: 'open' } }));
  /** A menu next to the page and no navbar: the entries of the navbar are then in the menu. */
  const bare = useSelector(chrome, state => state.matches({ nav: 'beside', navbar: 'hidden' }));
  const dark = useSelector(chrome, state => state.value.skin === 'semi_dark' || state.value.skin === 'blue');
  const dismiss = useCallback(() => chrome.send({ type: 'nav.dismiss' }), [chrome]);
  return {
    over: nav === 'over',
    horizontal: nav === 'horizontal',
    collapsed: nav === 'collapsed',
    open,
    bare,
    dismiss,
    /** Two of the skins have a dark menu on a light page. */
    ground: dark ? ({ 'data-theme': 'dark' } as const) : {},
    send: (event: EventFromLogic<typeof chromeMachine>) => chrome.send(event),
  };
};
