import { createBrowserInspector } from '@statelyai/inspect';
import { lives } from './lives.ts';

/** While developing, `?inspect` in the address opens Stately's inspector in a window of its own and tells it what all actors do. It is a page of theirs: nothing else of the program needs it. */
export const openStately = (): void => {
  const { inspect } = createBrowserInspector();
  const hear = typeof inspect === 'function' ? inspect : inspect.next?.bind(inspect);
  if (hear !== undefined) lives.tell(hear);
};
