import type { Logger } from 'pino';

/** Thrown where a start continues although a stop was requested. */
class Stopped extends Error {}

/** Open resources, which are closed at shutdown in reverse order. */
export interface Shutdown {
  /**
   * Registers an open resource with its close function.
   *
   * @throws {Stopped} after `stop`: the resource is closed with the others
   */
  register<Thing>(what: string, thing: Thing, end: (thing: Thing) => Promise<unknown>): Thing;
  /** Makes later calls of `register` throw. */
  stop(): void;
  readonly stopping: boolean;
  /** Closes all registered resources. @returns whether none failed */
  closeAll(log: Logger | null): Promise<boolean>;
}

export const createShutdown = (): Shutdown => {
  const steps: { readonly what: string; readonly end: () => Promise<unknown> }[] = [];
  let stopping = false;
  return {
    register: (what, thing, end) => {
      steps.push({ what, end: () => end(thing) });
      if (stopping) throw new Stopped();
      return thing;
    },
    stop: () => {
      stopping = true;
    },
    get stopping() {
      return stopping;
    },
    closeAll: async log => {
      let clean = true;
      for (const { what, end } of steps.splice(0).toReversed()) {
        try {
          await end();
        } catch (error) {
          clean = false;
          log?.error({ err: error }, `Closing ${what} failed.`);
        }
      }
      return clean;
    },
  };
};
