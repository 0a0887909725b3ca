import { useActorRef, useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { typingMachine } from '../../../../machines/debounce.ts';
import { watched } from '../../../console/actor-registry.ts';

/**
 * A text as it is once it has not changed for a moment (machines/debounce.ts): for what is asked while
 * somebody types.
 */
export const useDebouncedValue = (text: string): string => {
  const actor = useActorRef(typingMachine, { ...watched, input: { text } });
  useEffect(() => actor.send({ type: 'type', text }), [actor, text]);
  return useSelector(actor, ({ context }) => context.sent);
};
