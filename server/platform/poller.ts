import type { Logger } from 'pino';
import { createFailureLog } from './failure-log.ts';
import { recordTask, type TaskPart } from './tasks.ts';

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
  /** Milliseconds from the end of a run to the next; after a run that failed a minute at most. */
  readonly every: number;
  /** The part of /readyz that fails while the runs fail, and the name of the task there; by default in none. */
  readonly task?: { readonly part: TaskPart; readonly name: string };
}

/** Milliseconds after which a run that failed is repeated at the latest. */
const RETRY_MS = 60_000;

/**
 * Runs a task now, and again at an interval.
 *
 * @param run receives a function that answers false after `close`, when the task should end
 */
export const startPoller = (
  run: (goesOn: () => boolean) => Promise<void>,
  { log, failed, every, task }: Manner,
): Poller => {
  const failures = createFailureLog(log, failed);
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let again = false;
  let hasFailed = false;
  let runningPoll: Promise<void> | null = null;
  const record = task === undefined ? null : recordTask(task.part, task.name);
  const poll = (): Promise<void> =>
    (runningPoll ??= run(() => !closed)
      .then(
        () => {
          hasFailed = false;
          failures.succeeded();
          record?.succeeded();
        },
        (error: unknown) => {
          hasFailed = true;
          // The stop cuts runs off by closing the stores: the next start repeats them.
          if (!closed) failures.failed(error);
          record?.failed();
        },
      )
      .finally(() => {
        runningPoll = null;
        clearTimeout(timer);
        const pause = hasFailed ? Math.min(every, RETRY_MS) : every;
        if (!closed)
          timer = setTimeout(
            () => {
              void poll();
            },
            again ? 0 : pause,
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
      record?.close();
    },
  };
};
