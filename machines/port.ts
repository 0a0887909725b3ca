import { fromPromise } from 'xstate';

/**
 * A hole in a machine through which it reaches the outside.
 *
 * A machine says what it needs to know or to have done; `provide` says how: the gateway in the console, a
 * script in a
 * test. A port that nobody filled rejects, so forgetting one shows as a failure with its name and not as
 * endless waiting.
 */
export const port = <Answer, Input = undefined>(name: string) =>
  fromPromise<Answer, Input>(() => Promise.reject(new Error(`Nothing is plugged into the port "${name}".`)));
