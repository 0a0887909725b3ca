import { useEffect, useSyncExternalStore } from 'react';
import { useKnown } from './context.ts';
import { useProductChoice } from './product.ts';
import { createShelf, drawerOf } from './storage.ts';
import { NO_TASKS, pendingTasksIn, withTaskCount, type CountedTask, type TaskCounts } from './task-counts.ts';

const isStoredCounts = (value: unknown): value is TaskCounts => {
  const { scope, counts } = Object(value) as Partial<TaskCounts>;
  return (
    typeof scope === 'string' &&
    typeof counts === 'object' &&
    Object.values(Object(counts) as object).every(count => Number.isInteger(count))
  );
};

/** A reload of the page does not change what was counted last: the tab stores it, and nothing is counted again. */
const shelf = createShelf(drawerOf(() => sessionStorage));

/**
 * One store for the console: the screens that count report to it, the account in the navbar shows it. It is
 * loaded with the first of them, after the frame.
 */
let taskCounts: TaskCounts = shelf.read('standing', isStoredCounts) ?? NO_TASKS;
const listeners = new Set<() => void>();

const reportCount = (counted: CountedTask): void => {
  taskCounts = withTaskCount(taskCounts, counted);
  shelf.write('standing', taskCounts);
  for (const listen of listeners) listen();
};
const subscribe = (listen: () => void) => {
  listeners.add(listen);
  return () => void listeners.delete(listen);
};

const useScope = (productId: number | undefined): string => `${useKnown().profile.id}:${productId ?? ''}`;

/** Reports how many tasks of a kind are pending. @param count null: not known */
export const useReportPendingTasks = (task: string, productId: number, count: number | null): void => {
  const scope = useScope(productId);
  useEffect(() => {
    if (count !== null) reportCount({ scope, task, count });
  }, [scope, task, count]);
};

/** How many tasks of the selected product are pending, by the last count of each screen. */
export const usePendingTasks = (): number => {
  const scope = useScope(useProductChoice().product?.id);
  return useSyncExternalStore(subscribe, () => pendingTasksIn(taskCounts, scope));
};
