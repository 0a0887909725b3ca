import { useActorRef, useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { debounceMachine } from '../../../../machines/debounce.ts';
import { watched } from '../../../console/actor-registry.ts';

/**
 * The text after a pause in typing (machines/debounce.ts), for queries that are sent while the user types.
 */
export const useDebouncedValue = (text: string): string => {
  const actor = useActorRef(debounceMachine, { ...watched, input: { text } });
  useEffect(() => actor.send({ type: 'type', text }), [actor, text]);
  return useSelector(actor, ({ context }) => context.sent);
};
