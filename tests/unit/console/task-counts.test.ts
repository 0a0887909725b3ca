import { expect, test } from 'vitest';
import {
  NO_TASKS,
  pendingTasksIn,
  withTaskCount,
  type TaskCounts,
} from '../../../src/console/task-counts.ts';

/** Counts of several screens in order: scope, task and count. */
const countedBy = (...counted: readonly (readonly [string, string, number])[]): TaskCounts =>
  counted.reduce((before, [scope, task, count]) => withTaskCount(before, { scope, task, count }), NO_TASKS);

test("the pending tasks are the sum of each screen's last count, and zero once every count is zero", () => {
  expect(pendingTasksIn(NO_TASKS, '1:7')).toBe(0);
  const counts = countedBy(['1:7', 'approvals', 119], ['1:7', 'queue', 73], ['1:7', 'approvals', 118]);
  expect(pendingTasksIn(counts, '1:7')).toBe(191);
  const none = countedBy(['1:7', 'queue', 73], ['1:7', 'approvals', 0], ['1:7', 'queue', 0]);
  expect(pendingTasksIn(none, '1:7')).toBe(0);
});

test('the pending tasks of one product or user are not counted for another, whose first count discards them', () => {
  const first = countedBy(['1:7', 'approvals', 119]);
  expect(pendingTasksIn(first, '1:8')).toBe(0);
  const other = withTaskCount(first, { scope: '1:8', task: 'queue', count: 2 });
  expect([pendingTasksIn(other, '1:8'), pendingTasksIn(other, '1:7')]).toEqual([2, 0]);
  const user = withTaskCount(other, { scope: '2:8', task: 'queue', count: 0 });
  expect(pendingTasksIn(user, '1:8')).toBe(0);
});
