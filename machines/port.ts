import { fromPromise } from 'xstate';

/**
 * A placeholder in a machine for a call to the outside.
 * A machine declares what it needs to load or to do; `provide` supplies the implementation: the gateway in
 * the console, a script in a test. A port without one rejects, so a forgotten one appears as a failure with
 * its name and not as endless waiting.
 */
export const port = <Answer, Input = undefined>(name: string) =>
  fromPromise<Answer, Input>(() => Promise.reject(new Error(`Nothing is plugged into the port "${name}".`)));
