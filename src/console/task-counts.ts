/** Latest counts of pending tasks for one user and product. */
export interface TaskCounts {
  /** Null: nothing has been counted. */
  readonly scope: string | null;
  readonly counts: Readonly<Record<string, number>>;
}

/** Count of one kind of pending tasks, reported by a screen. */
export interface CountedTask {
  /** Key of the user and the product. */
  readonly scope: string;
  readonly task: string;
  readonly count: number;
}

export const NO_TASKS: TaskCounts = { scope: null, counts: {} };

/** @returns the counts with one of them updated; a count of another scope discards the earlier ones */
export const withTaskCount = (before: TaskCounts, { scope, task, count }: CountedTask): TaskCounts => ({
  scope,
  counts: { ...(scope === before.scope && before.counts), [task]: count },
});

/** @returns the number of pending tasks in a scope; 0 if none was counted */
export const pendingTasksIn = ({ scope: counted, counts }: TaskCounts, scope: string): number =>
  counted === scope ? Object.values(counts).reduce((sum, count) => sum + count, 0) : 0;
