import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { isSameBoard, keyedItems, moveItem, plainItems, type BoardItem } from '../../machines/board-items.ts';
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

test('two boards are the same where their items are, in kind, metric, width, order and number', () => {
  const board = [item(1), item(2)];
  expect(isSameBoard(board, [item(1), item(2)])).toBe(true);
  for (const other of [
    [item(2), item(1)],
    [item(1)],
    [item(1), item(2), item(2)],
    [item(1), item(2, { kind: 'table' })],
    [item(1), item(2, { metric: 'cv' })],
    [item(1), item(2, { wide: true })],
  ]) {
    expect(isSameBoard(board, other)).toBe(false);
    expect(isSameBoard(other, board)).toBe(false);
  }
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

  test('gives each item a key of its own, also after a later version was loaded', () => {
    const board = open(() => new Promise(() => undefined));
    const keys = () => board.getSnapshot().context.items.map(({ key }) => key);
    board.send({ type: 'loaded', saved: { items: [item(1), item(2)], version: 'b' } });
    expect(keys()).toEqual([3, 4]);
    board.send({ type: 'loaded', saved: { items: [item(1)], version: 'c' } });
    board.send({ type: 'arrange' });
    board.send({ type: 'add', item: item(1) });
    board.send({ type: 'add', item: item(1) });
    expect(keys()).toEqual([5, 6, 7]);
    expect(board.getSnapshot().hasTag('open')).toBe(true);
    board.send({ type: 'cancel' });
    expect(board.getSnapshot().hasTag('open')).toBe(true);
    board.send({ type: 'keep' });
    board.send({ type: 'save' });
    expect(['busy', 'open'].map(tag => board.getSnapshot().hasTag(tag as 'busy'))).toEqual([true, true]);
  });

  test('is left at once without a change', () => {
    const board = open(() => Promise.reject(new Error('sent')));
    board.send({ type: 'arrange' });
    board.send({ type: 'cancel' });
    expect([board.getSnapshot().value, viewsOf(board)]).toEqual(['viewing', [1, 2, 3]]);
  });

  test('shows no failure once it is saved or discarded', async () => {
    let fails = true;
    const board = open(change =>
      fails ? Promise.reject(Object.assign(new Error('conflict'), CONFLICT)) : Promise.resolve(change),
    );
    const change = async () => {
      board.send({ type: 'arrange' });
      board.send({ type: 'widen', key: board.getSnapshot().context.items[0]!.key });
      board.send({ type: 'save' });
      await waitFor(board, state => !state.matches('saving'));
      return board.getSnapshot().context.failure;
    };
    expect(await change()).toMatchObject(CONFLICT);
    board.send({ type: 'cancel' });
    board.send({ type: 'discard' });
    expect(board.getSnapshot().context.failure).toBeNull();
    await change();
    fails = false;
    board.send({ type: 'save' });
    await waitFor(board, state => state.matches('viewing'));
    expect(board.getSnapshot().context.failure).toBeNull();
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
    expect([board.getSnapshot().value, viewsOf(board)], 'the version that was loaded').toEqual([
      'viewing',
      [],
    ]);
    board.send({ type: 'loaded', saved: { items: [item(9)], version: 'c' } });
    expect(viewsOf(board)).toEqual([9]);
  });

  test('is arranged and saved as it was loaded last, also if that was during an earlier arrangement', async () => {
    const sent: string[] = [];
    const board = open(change => {
      sent.push(change.version);
      return Promise.resolve({ items: change.items, version: 'd' });
    });
    for (const [type, views] of [
      ['save', [5, 6]],
      ['cancel', [7, 8]],
    ] as const) {
      const before = viewsOf(board);
      board.send({ type: 'arrange' });
      board.send({ type: 'loaded', saved: { items: views.map(view => item(view)), version: 'b' } });
      expect(viewsOf(board), 'not while it is arranged').toEqual(before);
      board.send({ type });
      expect([board.getSnapshot().value, viewsOf(board)]).toEqual(['viewing', views]);
    }
    board.send({ type: 'arrange' });
    board.send({ type: 'remove', key: board.getSnapshot().context.items[0]!.key });
    board.send({ type: 'save' });
    board.send({ type: 'loaded', saved: { items: [item(7), item(8)], version: 'c' } });
    await waitFor(board, state => state.matches('viewing'));
    expect([sent, viewsOf(board)]).toEqual([['b'], [8]]);
    board.send({ type: 'arrange' });
    board.send({ type: 'cancel' });
    expect(viewsOf(board), 'what was saved is later than what was loaded before').toEqual([8]);
  });
});
