import { useEffect, useSyncExternalStore } from 'react';
import { useSignedInData } from './context.ts';
import { useProductChoice } from './product.ts';
import { createExpiringStorage, storageOrMemory } from './storage.ts';
import { NO_TASKS, pendingTasksIn, withTaskCount, type CountedTask, type TaskCounts } from './task-counts.ts';

const isStoredCounts = (value: unknown): value is TaskCounts => {
  const { scope, counts } = Object(value) as Partial<TaskCounts>;
  return (
    typeof scope === 'string' &&
    typeof counts === 'object' &&
    Object.values(Object(counts) as object).every(count => Number.isInteger(count))
  );
};

/** Stored per tab, so that a reload of the page need not count again. */
const storage = createExpiringStorage(storageOrMemory(() => sessionStorage));

/**
 * The counts of the console: screens report them, and the profile menu in the navbar shows their sum. Loaded
 * with the first of these, after the frame.
 */
let taskCounts: TaskCounts = storage.read('standing', isStoredCounts) ?? NO_TASKS;
const listeners = new Set<() => void>();

const reportCount = (counted: CountedTask): void => {
  taskCounts = withTaskCount(taskCounts, counted);
  storage.write('standing', taskCounts);
  for (const listen of listeners) listen();
};
const subscribe = (listen: () => void) => {
  listeners.add(listen);
  return () => void listeners.delete(listen);
};

const useScope = (productId: number | undefined): string =>
  `${useSignedInData().profile.id}:${productId ?? ''}`;

/**
 * Reports the number of pending tasks of a kind.
 * @param count null: unknown
 */
export const useReportPendingTasks = (task: string, productId: number, count: number | null): void => {
  const scope = useScope(productId);
  useEffect(() => {
    if (count !== null) reportCount({ scope, task, count });
  }, [scope, task, count]);
};

/** Number of pending tasks of the current product, by the latest report of each screen. */
export const usePendingTasks = (): number => {
  const scope = useScope(useProductChoice().product?.id);
  return useSyncExternalStore(subscribe, () => pendingTasksIn(taskCounts, scope));
};
