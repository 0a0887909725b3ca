import { waitFor } from 'xstate';
import type { Console } from './context.ts';

/**
 * Waits until the console can say these parts of its texts (src/messages/parts.ts).
 *
 * @throws {Failure} where they cannot be had
 */
export const learn = async ({ actor }: Console, parts: readonly string[]): Promise<void> => {
  const { language } = actor.getSnapshot().context;
  language.send({ type: 'need', parts });
  const { context } = await waitFor(language, state => state.matches('speaking'));
  // A failure is data, and what stands in place of the screen says it.
  if (!parts.every(part => context.parts.includes(part))) return Promise.reject(context.failure);
};
