import { useActorRef, useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { typingMachine } from '../../../../machines/debounce.ts';
import { watched } from '../../../console/actor-registry.ts';

/**
 * A text once it has not changed for a moment (machines/debounce.ts): for queries sent while the user types.
 */
export const useDebouncedValue = (text: string): string => {
  const actor = useActorRef(typingMachine, { ...watched, input: { text } });
  useEffect(() => actor.send({ type: 'type', text }), [actor, text]);
  return useSelector(actor, ({ context }) => context.sent);
};
