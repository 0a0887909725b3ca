import type { Logger } from 'pino';

/** A task that runs at an interval, one run at a time. */
export interface Poller {
  /** Runs the task at once; while a run is under way, waits for that run. */
  poll(): Promise<void>;
  /**
   * Reports new work: runs the task at once, and once more where a run is under way, which may have missed
   * it.
   */
  kick(): void;
  /** Stops polling, and waits for the run that is under way. */
  close(): Promise<void>;
}

interface Manner {
  readonly log: Pick<Logger, 'error'>;
  /** Log message of a failed run; polling continues. */
  readonly failed: string;
  /** Milliseconds from the end of a run to the next. */
  readonly every: number;
}

/**
 * Runs a task now, and again at an interval.
 *
 * @param run receives a function that answers false after `close`, when the task should end
 */
export const startPoller = (
  run: (goesOn: () => boolean) => Promise<void>,
  { log, failed, every }: Manner,
): Poller => {
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let again = false;
  let runningPoll: Promise<void> | null = null;
  const poll = (): Promise<void> =>
    (runningPoll ??= run(() => !closed)
      .catch((error: unknown) => log.error({ err: error }, failed))
      .finally(() => {
        runningPoll = null;
        clearTimeout(timer);
        if (!closed)
          timer = setTimeout(
            () => {
              void poll();
            },
            again ? 0 : every,
          );
        again = false;
      }));
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
