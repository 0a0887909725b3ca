import type { Logger } from 'pino';

/** A start that was told to stop goes no further. */
class Stopped extends Error {}

/** What was opened, and is closed at the end, the last first. */
export interface Shutdown {
  /** @throws {Stopped} when all is to stop: what was opened meanwhile is closed with the rest */
  register<Thing>(what: string, thing: Thing, end: (thing: Thing) => Promise<unknown>): Thing;
  /** From now on nothing more is begun. */
  stop(): void;
  readonly stopping: boolean;
  /** Closes all that was kept so far; answers whether nothing failed. */
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
    stop: () => { stopping = true; },
    get stopping() { return stopping; },
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
