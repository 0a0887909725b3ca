import { useSelector } from '@xstate/react';
import { useCallback } from 'react';
import type { EventFromLogic } from 'xstate';
import type { chromeMachine } from '../../machines/chrome.ts';
import { useConsole } from '../console/context.ts';

/** How the navigation lies, in the words that its parts need. */
export const useNav = () => {
  const chrome = useSelector(useConsole().actor, state => state.context.chrome);
  const over = useSelector(chrome, state => state.matches({ nav: 'over' }));
  const open = useSelector(chrome, state => state.matches({ nav: { over: 'open' } }));
  const collapsed = useSelector(chrome, state => state.matches({ nav: { beside: { vertical: 'collapsed' } } }));
  const dismiss = useCallback(() => chrome.send({ type: 'nav.dismiss' }), [chrome]);
  return { over, open, collapsed, dismiss, send: (event: EventFromLogic<typeof chromeMachine>) => chrome.send(event) };
};
