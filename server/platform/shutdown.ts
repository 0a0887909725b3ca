import type { Logger } from 'pino';
import { resultWithin } from './result-within.ts';

/** Thrown where a start continues although a stop was requested. */
class Stopped extends Error {}

/** Milliseconds that all work under way has to end, so that the stores have time to close. */
const WORK_TIMEOUT_MS = 4_000;
/** Milliseconds that a piece of work has in any case: most of it ends at once. */
const MIN_WORK_TIMEOUT_MS = 500;

type Register = <Thing>(what: string, thing: Thing, end: (thing: Thing) => Promise<unknown>) => Thing;

/** Open resources, which are closed at shutdown in reverse order. */
export interface Shutdown {
  /**
   * Registers an open resource with its close function.
   *
   * @throws {Stopped} after `stop`: the resource is closed with the others
   */
  readonly register: Register;
  /**
   * Registers work that may be cut off anywhere, because the next start continues it. Its close function is waited for
   * as long as work has time: a statement of a busy store takes many seconds.
   *
   * @throws {Stopped} as `register`
   */
  readonly registerWork: Register;
  /** Makes later calls of `register` throw. */
  stop(): void;
  readonly stopping: boolean;
  /** What is being closed; null: nothing. */
  readonly closing: string | null;
  /** Closes all registered resources. @returns whether none failed. Work that was cut off has not failed */
  closeAll(log: Logger | null): Promise<boolean>;
}

interface Step {
  readonly what: string;
  readonly isWork: boolean;
  readonly end: () => Promise<unknown>;
}

/** Ends work within a time in ms. @returns whether it ended; failures after that are part of being cut off */
const endWithin = async (end: Step['end'], ms: number): Promise<boolean> => {
  const ended = end().then(() => true);
  ended.catch(() => undefined);
  return (await resultWithin(ended, ms)) ?? false;
};

export const createShutdown = (): Shutdown => {
  const steps: Step[] = [];
  let stopping = false;
  let closing: string | null = null;
  let workEndsMs: number | null = null;
  const registerAs =
    (isWork: boolean): Register =>
    (what, thing, end) => {
      steps.push({ what, isWork, end: () => end(thing) });
      if (stopping) throw new Stopped();
      return thing;
    };
  const close = async ({ what, isWork, end }: Step, log: Logger | null): Promise<void> => {
    closing = what;
    if (!isWork) return void (await end());
    workEndsMs ??= performance.now() + WORK_TIMEOUT_MS;
    const leftMs = Math.max(workEndsMs - performance.now(), MIN_WORK_TIMEOUT_MS);
    if (!(await endWithin(end, leftMs)))
      log?.warn(`The stop cut off what had not ended in time: ${what}. The next start continues.`);
  };
  return {
    register: registerAs(false),
    registerWork: registerAs(true),
    stop: () => {
      stopping = true;
    },
    get stopping() {
      return stopping;
    },
    get closing() {
      return closing;
    },
    closeAll: async log => {
      let clean = true;
      for (const step of steps.splice(0).toReversed()) {
        try {
          await close(step, log);
        } catch (error) {
          clean = false;
          log?.error({ err: error }, `Closing ${step.what} failed.`);
        }
      }
      closing = null;
      return clean;
    },
  };
};
