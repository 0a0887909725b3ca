import { waitFor } from 'xstate';
import type { Console } from './context.ts';

/**
 * Waits until parts of the messages (src/messages/parts.ts) are loaded.
 * @throws {Failure} if they cannot be loaded
 */
export const loadMessages = async ({ actor }: Console, parts: readonly string[]): Promise<void> => {
  const { language } = actor.getSnapshot().context;
  language.send({ type: 'need', parts });
  const { context } = await waitFor(language, state => state.matches('ready'));
  // A failed load is stored in the machine's context; the route's error component shows it.
  if (!parts.every(part => context.parts.includes(part))) return Promise.reject(context.failure);
};
