import { waitFor } from 'xstate';
import type { Console } from './context.ts';

/**
 * Waits until these parts of the console's texts (src/messages/parts.ts) are loaded.
 * @throws {Failure} when they cannot be loaded
 */
export const learn = async ({ actor }: Console, parts: readonly string[]): Promise<void> => {
  const { language } = actor.getSnapshot().context;
  language.send({ type: 'need', parts });
  const { context } = await waitFor(language, state => state.matches('speaking'));
  // A failure is returned as data; the message in place of the screen shows it.
  if (!parts.every(part => context.parts.includes(part))) return Promise.reject(context.failure);
};
