/** Pending tasks as they were counted last, for one user and product. */
export interface TaskCounts {
  /** Null: nothing was counted yet. */
  readonly scope: string | null;
  readonly counts: Readonly<Record<string, number>>;
}

/** One kind of pending tasks, as a screen counted it. */
export interface CountedTask {
  /** The user and the product. */
  readonly scope: string;
  readonly task: string;
  readonly count: number;
}

export const NO_TASKS: TaskCounts = { scope: null, counts: {} };

/** @returns the counts with one of them renewed; a count of another scope ends all earlier ones */
export const withTaskCount = (before: TaskCounts, { scope, task, count }: CountedTask): TaskCounts => ({
  scope,
  counts: { ...(scope === before.scope && before.counts), [task]: count },
});

/** @returns how many tasks are pending in a scope; 0 where none was counted */
export const pendingTasksIn = ({ scope: counted, counts }: TaskCounts, scope: string): number =>
  counted === scope ? Object.values(counts).reduce((sum, count) => sum + count, 0) : 0;
