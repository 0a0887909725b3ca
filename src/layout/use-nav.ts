import { useSelector } from '@xstate/react';
import { useCallback } from 'react';
import type { EventFromLogic } from 'xstate';
import type { appearanceMachine } from '../../machines/appearance.ts';
import { useConsole } from '../console/context.ts';
import { navOf } from '../console/appearance.ts';

/** Layout of the navigation, with the commands that change it. */
export const useNav = () => {
  const appearanceActor = useSelector(useConsole().actor, state => state.context.appearance);
  const nav = useSelector(appearanceActor, navOf);
  const open = useSelector(appearanceActor, state => state.matches({ nav: { overlay: 'open' } }));
  /** The menu is beside the page and the navbar hidden: the menu then contains the navbar's tools. */
  const bare = useSelector(appearanceActor, state => state.matches({ nav: 'inline', navbar: 'hidden' }));
  const dark = useSelector(
    appearanceActor,
    state => state.value.skin === 'semi_dark' || state.value.skin === 'blue',
  );
  const dismiss = useCallback(() => appearanceActor.send({ type: 'nav.dismiss' }), [appearanceActor]);
  return {
    over: nav === 'over',
    horizontal: nav === 'horizontal',
    collapsed: nav === 'collapsed',
    open,
    bare,
    dismiss,
    /** Two skins have a dark menu beside a light page. */
    ground: dark ? ({ 'data-theme': 'dark' } as const) : {},
    send: (event: EventFromLogic<typeof appearanceMachine>) => appearanceActor.send(event),
  };
};
