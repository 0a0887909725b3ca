import type { Logger } from 'pino';

/** Something that is looked up now and then. */
export interface Poller {
  /** Looks at once; while somebody looks, that look is waited for. */
  poll(): Promise<void>;
  /** Something has come: looks at once, and once more where a look is under way, which may have passed it by. */
  kick(): void;
  /** Looks no more, and waits for the look that is under way. */
  close(): Promise<void>;
}

interface Manner {
  readonly log: Pick<Logger, 'error'>;
  /** What is logged when a look fails; the next one comes all the same. */
  readonly failed: string;
  /** Milliseconds from the end of a look to the next. */
  readonly every: number;
}

/** Looks now and ever again, one look at a time. @param run is told whether it is to go on: after `close` it should come to its end */
export const startPoller = (run: (goesOn: () => boolean) => Promise<void>, { log, failed, every }: Manner): Poller => {
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let again = false;
  let runningPoll: Promise<void> | null = null;
  const poll = (): Promise<void> => runningPoll ??= run(() => !closed)
    .catch((error: unknown) => log.error({ err: error }, failed))
    .finally(() => {
      runningPoll = null;
      clearTimeout(timer);
      if (!closed) timer = setTimeout(() => { void poll(); }, again ? 0 : every);
      again = false;
    });
  void poll();
  return {
    poll,
    kick: () => {
      if (runningPoll !== null) again = true;
      else if (!closed) void poll();
    },
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await runningPoll;
    },
  };
};
