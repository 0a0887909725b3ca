import { fromPromise } from 'xstate';

/**
 * Creates the placeholder of an external call. A machine declares its calls; `provide` supplies the implementation: the
 * gateway in the console, a script in a test. A port without an implementation rejects with its name.
 */
export const port = <Answer, Input = undefined>(name: string) =>
  fromPromise<Answer, Input>(() => Promise.reject(new Error(`Nothing is plugged into the port "${name}".`)));
