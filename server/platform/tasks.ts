/** The tasks that this process repeats in the background, and whether they succeed: for /readyz and /metrics. */

/** The parts of /readyz to which tasks belong. */
export type TaskPart = 'jobs' | 'derivation';

export interface TaskState {
  readonly part: TaskPart;
  readonly name: string;
  /** Runs since the start that succeeded, and those that failed. */
  readonly done: number;
  readonly failed: number;
  /** Time of the first failure since the last success, in ms of the monotonic clock; null: the last run succeeded. */
  readonly failingSinceMs: number | null;
}

/** Records the runs of a task. */
export interface TaskRecord {
  succeeded(): void;
  failed(): void;
  /** The task ends: it is neither failing nor counted any more. */
  close(): void;
}

const tasks = new Map<TaskRecord, TaskState>();

/** Begins to record the runs of a task. @param name one of few words; tasks of several slices share it */
export const recordTask = (part: TaskPart, name: string): TaskRecord => {
  const change = (next: (state: TaskState) => Partial<TaskState>): void => {
    const state = tasks.get(record);
    if (state !== undefined) tasks.set(record, { ...state, ...next(state) });
  };
  const record: TaskRecord = {
    succeeded: () => change(({ done }) => ({ done: done + 1, failingSinceMs: null })),
    failed: () =>
      change(({ failed, failingSinceMs }) => ({
        failed: failed + 1,
        failingSinceMs: failingSinceMs ?? performance.now(),
      })),
    close: () => {
      tasks.delete(record);
    },
  };
  tasks.set(record, { part, name, done: 0, failed: 0, failingSinceMs: null });
  return record;
};

/** The states of the tasks that run in this process. */
export const taskStates = (): readonly TaskState[] => [...tasks.values()];
