import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { keyedItems, moveItem, plainItems, type BoardItem } from '../../machines/board-items.ts';
import type { Failure } from '../../machines/failure.ts';
import { reportBoardMachine, type BoardVersion } from '../../machines/report-board.ts';

const item = (view: number, over: Partial<BoardItem> = {}): BoardItem => ({
  view_id: view,
  kind: 'chart',
  metric: null,
  wide: false,
  ...over,
});
const CONFLICT: Failure = { kind: 'conflict', code: 'conflict' };

const open = (save: (change: BoardVersion) => Promise<BoardVersion>) =>
  createActor(
    reportBoardMachine.provide({
      actors: { save: fromPromise<BoardVersion, BoardVersion>(({ input }) => save(input)) },
    }),
    { input: { items: [item(1), item(2), item(3)], version: 'a' } },
  ).start();
const viewsOf = (board: ReturnType<typeof open>) =>
  board.getSnapshot().context.items.map(({ view_id: view }) => view);

describe('moving an item', () => {
  const items = keyedItems([item(1), item(2), item(3)], 10);
  const order = (key: number, to: number) => moveItem(items, key, to).map(({ view_id: view }) => view);

  test('puts it at the index, within the board', () => {
    expect(order(10, 1)).toEqual([2, 1, 3]);
    expect(order(10, 2)).toEqual([2, 3, 1]);
    expect(order(10, 9)).toEqual([2, 3, 1]);
    expect(order(12, 0)).toEqual([3, 1, 2]);
    expect(order(12, -1)).toEqual([3, 1, 2]);
    expect(order(11, 1)).toEqual([1, 2, 3]);
    expect(order(99, 0), 'an item that is gone').toEqual([1, 2, 3]);
  });

  test('loses no item, and keeps the order of the others', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(9), { minLength: 1, maxLength: 8 }),
        fc.nat(7),
        fc.integer({ min: -2, max: 9 }),
        (views, which, to) => {
          const before = keyedItems(
            views.map(view => item(view)),
            0,
          );
          const key = which % before.length;
          const after = moveItem(before, key, to).map(one => one.key);
          expect(after.filter(one => one !== key)).toEqual(
            before.map(one => one.key).filter(one => one !== key),
          );
          expect(after.indexOf(key)).toBe(Math.min(before.length - 1, Math.max(0, to)));
        },
      ),
    );
  });
});

describe('a board', () => {
  test('is saved once, with the version that was read, and shows what was saved', async () => {
    const sent: BoardVersion[] = [];
    const board = open(change => {
      sent.push(change);
      return Promise.resolve({ items: change.items, version: 'b' });
    });
    board.send({ type: 'arrange' });
    board.send({ type: 'move', key: 0, to: 2 });
    board.send({ type: 'widen', key: 1 });
    board.send({ type: 'remove', key: 2 });
    board.send({ type: 'add', item: item(4, { kind: 'figure', metric: 'cv' }) });
    board.send({ type: 'save' });
    await waitFor(board, state => state.matches('viewing'));
    const items = [item(2, { wide: true }), item(1), item(4, { kind: 'figure', metric: 'cv' })];
    expect(sent).toEqual([{ items, version: 'a' }]);
    expect(board.getSnapshot().context.saved).toEqual({ items, version: 'b' });
    expect(plainItems(board.getSnapshot().context.items)).toEqual(items);
    const keys = () => board.getSnapshot().context.items.map(({ key }) => key);
    expect(keys(), 'the items keep their keys, so that their reports are not loaded again').toEqual([
      1, 0, 3,
    ]);
    board.send({ type: 'loaded', saved: { items, version: 'b' } });
    expect(keys(), 'also when the saved version is loaded').toEqual([1, 0, 3]);
  });

  test('is not saved without a change', () => {
    const board = open(() => Promise.reject(new Error('sent')));
    board.send({ type: 'arrange' });
    board.send({ type: 'move', key: 0, to: 1 });
    board.send({ type: 'move', key: 0, to: 0 });
    board.send({ type: 'save' });
    expect(board.getSnapshot().value).toBe('viewing');
  });

  test('keeps the arrangement when saving fails, also when another version is loaded', async () => {
    const board = open(() => Promise.reject(Object.assign(new Error('conflict'), CONFLICT)));
    board.send({ type: 'arrange' });
    board.send({ type: 'remove', key: 0 });
    board.send({ type: 'loaded', saved: { items: [], version: 'b' } });
    board.send({ type: 'save' });
    await waitFor(board, state => state.matches('arranging'));
    expect(viewsOf(board)).toEqual([2, 3]);
    expect(board.getSnapshot().context.failure).not.toBeNull();
    board.send({ type: 'cancel' });
    expect(board.getSnapshot().value).toBe('leaving');
    board.send({ type: 'keep' });
    expect(viewsOf(board)).toEqual([2, 3]);
    board.send({ type: 'cancel' });
    board.send({ type: 'discard' });
    expect([board.getSnapshot().value, viewsOf(board)]).toEqual(['viewing', [1, 2, 3]]);
    board.send({ type: 'loaded', saved: { items: [item(9)], version: 'b' } });
    expect(viewsOf(board)).toEqual([9]);
  });
});
