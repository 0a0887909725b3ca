import { createActor, fromPromise, waitFor } from 'xstate';
import { describe, expect, test } from 'vitest';
import { feedMachine, type FeedPage } from '../../machines/feed.ts';

/** A log of ten rows in pages of four, whose answers wait until the test releases them. */
const open = () => {
  const calls: {
    readonly query: object;
    readonly after: string | null;
    readonly signal: AbortSignal;
    readonly answer: (page?: FeedPage) => void;
    readonly refuse: () => void;
  }[] = [];
  const actor = createActor(
    feedMachine.provide({
      actors: {
        page: fromPromise<FeedPage, { readonly query: object; readonly after: string | null }>(
          ({ input: { query, after }, signal }) =>
            new Promise((resolve, reject) => {
              const from = Number(after ?? 0);
              const rows = Array.from({ length: Math.min(4, 10 - from) }, (_, index) => ({
                id: from + index,
              }));
              const page = {
                rows,
                next: from + 4 < 10 ? String(from + 4) : null,
                head: after === null ? { total: 10 } : null,
              };
              calls.push({
                query,
                after,
                signal,
                answer: (other = page) => resolve(other),
                refuse: () => reject({ kind: 'offline', code: 'offline' }),
              });
            }),
        ),
      },
    }),
    { input: { query: { day: '2026-02-28' } } },
  );
  actor.start();
  const settled = (state: 'idle' | 'complete' | 'failed' | 'moreFailed') =>
    waitFor(actor, snapshot => snapshot.matches(state));
  return {
    actor,
    calls,
    settled,
    ids: () => actor.getSnapshot().context.rows?.map(row => (row as { id: number }).id),
  };
};

/** Removes rows that left the query of the list by a decision. */
const remove = (...values: number[]) => ({ type: 'remove', field: 'id', values }) as const;

describe('rows removed from a feed after a decision', () => {
  test('disappear at once, and the other rows keep their places without another call', async () => {
    const { actor, calls, settled, ids } = open();
    calls[0]!.answer();
    const { head } = (await settled('idle')).context;
    actor.send(remove(1, 2, 99));
    expect([ids(), calls.length, actor.getSnapshot().context.head]).toEqual([[0, 3], 1, head]);
    actor.send({ type: 'loadMore' });
    calls[1]!.answer();
    await settled('idle');
    expect(ids()).toEqual([0, 3, 4, 5, 6, 7]);
  });
  test('return after an undo with the next first page', async () => {
    const { actor, calls, settled, ids } = open();
    calls[0]!.answer();
    await settled('idle');
    actor.send(remove(1));
    actor.send({ type: 'reload' });
    expect(ids()).toEqual([0, 2, 3]);
    calls[1]!.answer();
    await settled('idle');
    expect(ids()).toEqual([0, 1, 2, 3]);
  });
  test('do not return with a late answer from before the decision', async () => {
    const { actor, calls, settled, ids } = open();
    calls[0]!.answer();
    await settled('idle');
    actor.send({ type: 'reload' });
    actor.send(remove(1));
    expect([calls[1]!.signal.aborted, ids()]).toEqual([true, [0, 2, 3]]);
    calls[2]!.answer({ rows: [{ id: 0 }, { id: 2 }, { id: 3 }], next: '4', head: null });
    calls[1]!.answer();
    await settled('idle');
    expect(ids()).toEqual([0, 2, 3]);
    actor.send({ type: 'loadMore' });
    actor.send(remove(5));
    expect(calls[3]!.signal.aborted).toBe(true);
    calls[4]!.answer({ rows: [{ id: 4 }, { id: 6 }], next: null, head: null });
    calls[3]!.answer();
    await settled('idle');
    expect([ids(), calls.map(({ after }) => after)]).toEqual([
      [0, 2, 3, 4, 6],
      [null, null, null, '4', '4'],
    ]);
  });
  test.each(['idle', 'loadingMore', 'loading'] as const)(
    'stay visible until the next first page if no row would remain (%s)',
    async state => {
      const { actor, calls, settled, ids } = open();
      calls[0]!.answer();
      await settled('idle');
      if (state === 'loadingMore') actor.send({ type: 'loadMore' });
      if (state === 'loading') actor.send({ type: 'reload' });
      actor.send(remove(0, 1, 2, 3));
      expect([actor.getSnapshot().value, ids(), calls.at(-1)!.after]).toEqual([
        'loading',
        [0, 1, 2, 3],
        null,
      ]);
      expect(calls.slice(1, -1).map(({ signal }) => signal.aborted)).toEqual(state === 'idle' ? [] : [true]);
      calls.at(-1)!.answer({ rows: [{ id: 7 }], next: null, head: null });
      await settled('idle');
      expect(ids()).toEqual([7]);
    },
  );
});

describe('a feed', () => {
  test('appends each page, and ends after the last', async () => {
    const { actor, calls, settled, ids } = open();
    for (const expected of [4, 8, 10]) {
      calls.at(-1)!.answer();
      expect((await settled('idle')).context.rows).toHaveLength(expected);
      actor.send({ type: 'loadMore' });
    }
    expect(ids()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect([calls.map(({ after }) => after), actor.getSnapshot().context.head]).toEqual([
      [null, '4', '8'],
      { total: 10 },
    ]);
  });
  test('sends one call for several requests of more rows', async () => {
    const { actor, calls, settled } = open();
    calls[0]!.answer();
    await settled('idle');
    for (let index = 0; index < 5; index += 1) actor.send({ type: 'loadMore' });
    expect(calls).toHaveLength(2);
  });
  test('loads pages until the wanted number of rows is there, and stops when the rows are no longer wanted', async () => {
    const { actor, calls, settled, ids } = open();
    calls[0]!.answer();
    await settled('idle');
    actor.send({ type: 'require', count: 7 });
    calls[1]!.answer();
    expect([(await settled('complete')).context.rows?.length, calls.length]).toEqual([8, 2]);
    actor.send({ type: 'require', count: 10 });
    actor.send({ type: 'require', count: 0 });
    calls[2]!.answer();
    await settled('idle');
    expect([ids()?.length, calls.length]).toEqual([10, 3]);
  });
  test('keeps the gathered rows until they are taken once, whether or not pages had to be loaded', async () => {
    const { actor, calls, settled } = open();
    actor.send({ type: 'require', count: 4 });
    calls[0]!.answer();
    await settled('complete');
    actor.send({ type: 'release' });
    expect([
      actor.getSnapshot().matches('idle'),
      actor.getSnapshot().context.minimumRows,
      calls.length,
    ]).toEqual([true, 0, 1]);
    actor.send({ type: 'release' });
    expect(actor.getSnapshot().matches('idle')).toBe(true);
    actor.send({ type: 'require', count: 3 });
    expect(actor.getSnapshot().matches('complete')).toBe(true);
    actor.send({ type: 'require', count: 0 });
    expect(actor.getSnapshot().matches('idle')).toBe(true);
  });
  test('gathers fewer rows than wanted if there are no more', async () => {
    const { actor, calls, settled } = open();
    actor.send({ type: 'require', count: 5000 });
    for (const index of [0, 1, 2]) {
      calls[index]!.answer();
      await new Promise(done => {
        setImmediate(done);
      });
    }
    expect((await settled('complete')).context.rows).toHaveLength(10);
  });
  test.each(['load', 'reload'] as const)(
    'cancels the wanted rows at a new query or reload (%s)',
    async type => {
      const { actor, calls, settled } = open();
      actor.send({ type: 'require', count: 7 });
      actor.send(type === 'load' ? { type, query: {} } : { type });
      calls[1]!.answer();
      await settled('idle');
      expect([actor.getSnapshot().context.minimumRows, calls.length]).toEqual([0, 2]);
    },
  );
  test('cancels the wanted rows after a failed page, and tries again when rows are wanted again', async () => {
    const { actor, calls, settled } = open();
    actor.send({ type: 'require', count: 7 });
    calls[0]!.refuse();
    expect((await settled('failed')).context.minimumRows).toBe(0);
    actor.send({ type: 'require', count: 0 });
    expect(actor.getSnapshot().matches('failed')).toBe(true);
    actor.send({ type: 'require', count: 7 });
    calls[1]!.answer();
    await new Promise(done => {
      setImmediate(done);
    });
    calls[2]!.refuse();
    expect((await settled('moreFailed')).context.minimumRows).toBe(0);
    actor.send({ type: 'require', count: 7 });
    calls[3]!.answer();
    expect((await settled('complete')).context.rows).toHaveLength(8);
  });
  test('keeps its rows when the next page fails, and continues from there', async () => {
    const { actor, calls, settled, ids } = open();
    calls[0]!.answer();
    await settled('idle');
    actor.send({ type: 'loadMore' });
    calls[1]!.refuse();
    expect((await settled('moreFailed')).context.failure).toEqual({ kind: 'offline', code: 'offline' });
    actor.send({ type: 'loadMore' });
    calls[2]!.answer();
    expect((await settled('idle')).context.failure).toBeNull();
    expect(ids()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });
  test('aborts a pending page when the query changes, and shows the last rows until the new ones arrive', async () => {
    const { actor, calls, settled, ids } = open();
    calls[0]!.answer();
    await settled('idle');
    actor.send({ type: 'loadMore' });
    actor.send({ type: 'load', query: { day: '2026-03-01' } });
    expect([calls[1]!.signal.aborted, ids()]).toEqual([true, [0, 1, 2, 3]]);
    calls[1]!.answer();
    calls[2]!.answer({ rows: [{ id: 77 }], next: null, head: { total: 1 } });
    await settled('idle');
    expect(ids()).toEqual([77]);
  });
  test('has the position that a page reached before its time limit, until the next page', async () => {
    const { actor, calls, settled } = open();
    expect(actor.getSnapshot().context).toEqual({
      query: { day: '2026-02-28' },
      rows: null,
      next: null,
      head: null,
      searchedTo: null,
      failure: null,
      minimumRows: 0,
    });
    calls[0]!.answer({ rows: [{ id: 1 }], next: 'a', head: { total: 2 }, searchedTo: '2026-02-27' });
    expect((await settled('idle')).context).toMatchObject({
      rows: [{ id: 1 }],
      next: 'a',
      head: { total: 2 },
      searchedTo: '2026-02-27',
    });
    actor.send({ type: 'loadMore' });
    calls[1]!.answer({ rows: [], next: 'b', head: null, searchedTo: '2026-02-26' });
    expect((await settled('idle')).context).toMatchObject({
      rows: [{ id: 1 }],
      next: 'b',
      head: { total: 2 },
      searchedTo: '2026-02-26',
    });
    actor.send({ type: 'loadMore' });
    calls[2]!.answer({ rows: [{ id: 2 }], next: null, head: null });
    expect((await settled('idle')).context).toMatchObject({
      rows: [{ id: 1 }, { id: 2 }],
      next: null,
      searchedTo: null,
    });
    actor.send({ type: 'load', query: { day: '2026-03-01' } });
    expect(calls.map(({ query, after }) => [query, after])).toEqual([
      ...[null, 'a', 'b'].map(after => [{ day: '2026-02-28' }, after]),
      [{ day: '2026-03-01' }, null],
    ]);
    calls[3]!.answer({ rows: [], next: null, head: null });
    expect((await settled('idle')).context.searchedTo).toBeNull();
  });
  test('shows a failure until the next page, and loads nothing for zero wanted rows', async () => {
    const { actor, calls, settled } = open();
    calls[0]!.refuse();
    expect((await settled('failed')).context.failure).toEqual({ kind: 'offline', code: 'offline' });
    actor.send({ type: 'loadMore' });
    expect(actor.getSnapshot().matches('failed')).toBe(true);
    actor.send({ type: 'reload' });
    calls[1]!.answer();
    expect((await settled('idle')).context.failure).toBeNull();
    actor.send({ type: 'loadMore' });
    calls[2]!.refuse();
    await settled('moreFailed');
    actor.send({ type: 'require', count: 0 });
    expect([actor.getSnapshot().matches('moreFailed'), calls.length]).toEqual([true, 3]);
  });
});
