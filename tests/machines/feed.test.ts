import { createActor, fromPromise, waitFor } from 'xstate';
import { describe, expect, test } from 'vitest';
import { feedMachine, type FeedPage } from '../../machines/feed.ts';

/** A log of ten rows in pages of four, whose every answer waits until it is let go. */
const open = () => {
  const calls: {
    readonly question: object;
    readonly after: string | null;
    readonly signal: AbortSignal;
    readonly answer: (page?: FeedPage) => void;
    readonly refuse: () => void;
  }[] = [];
  const actor = createActor(
    feedMachine.provide({
      actors: {
        page: fromPromise<FeedPage, { readonly question: object; readonly after: string | null }>(
          ({ input: { question, after }, signal }) =>
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
                question,
                after,
                signal,
                answer: (other = page) => resolve(other),
                refuse: () => reject({ kind: 'offline', code: 'offline' }),
              });
            }),
        ),
      },
    }),
    { input: { question: { day: '2026-02-28' } } },
  );
  actor.start();
  const settled = (state: 'resting' | 'gathered' | 'failed' | 'stuck') =>
    waitFor(actor, snapshot => snapshot.matches(state));
  return {
    actor,
    calls,
    settled,
    ids: () => actor.getSnapshot().context.rows?.map(row => (row as { id: number }).id),
  };
};

/** The rows that stay when the decided ones left the query of a list. */
const remove = (...values: number[]) => ({ type: 'remove', field: 'id', values }) as const;

describe('rows that leave a feed after a decision', () => {
  test('leave at once, and the others stay in their places without another call', async () => {
    const { actor, calls, settled, ids } = open();
    calls[0]!.answer();
    const { head } = (await settled('resting')).context;
    actor.send(remove(1, 2, 99));
    expect([ids(), calls.length, actor.getSnapshot().context.head]).toEqual([[0, 3], 1, head]);
    actor.send({ type: 'more' });
    calls[1]!.answer();
    await settled('resting');
    expect(ids()).toEqual([0, 3, 4, 5, 6, 7]);
  });
  test('come back by undo: the next first page has them again', async () => {
    const { actor, calls, settled, ids } = open();
    calls[0]!.answer();
    await settled('resting');
    actor.send(remove(1));
    actor.send({ type: 'reload' });
    expect(ids()).toEqual([0, 2, 3]);
    calls[1]!.answer();
    await settled('resting');
    expect(ids()).toEqual([0, 1, 2, 3]);
  });
  test('do not come back with an answer from before the decision that arrives later', async () => {
    const { actor, calls, settled, ids } = open();
    calls[0]!.answer();
    await settled('resting');
    actor.send({ type: 'reload' });
    actor.send(remove(1));
    expect([calls[1]!.signal.aborted, ids()]).toEqual([true, [0, 2, 3]]);
    calls[2]!.answer({ rows: [{ id: 0 }, { id: 2 }, { id: 3 }], next: '4', head: null });
    calls[1]!.answer();
    await settled('resting');
    expect(ids()).toEqual([0, 2, 3]);
    actor.send({ type: 'more' });
    actor.send(remove(5));
    expect(calls[3]!.signal.aborted).toBe(true);
    calls[4]!.answer({ rows: [{ id: 4 }, { id: 6 }], next: null, head: null });
    calls[3]!.answer();
    await settled('resting');
    expect([ids(), calls.map(({ after }) => after)]).toEqual([
      [0, 2, 3, 4, 6],
      [null, null, null, '4', '4'],
    ]);
  });
  test.each(['resting', 'adding', 'loading'] as const)(
    'stay in sight until the next first page when none would remain (%s)',
    async state => {
      const { actor, calls, settled, ids } = open();
      calls[0]!.answer();
      await settled('resting');
      if (state === 'adding') actor.send({ type: 'more' });
      if (state === 'loading') actor.send({ type: 'reload' });
      actor.send(remove(0, 1, 2, 3));
      expect([actor.getSnapshot().value, ids(), calls.at(-1)!.after]).toEqual([
        'loading',
        [0, 1, 2, 3],
        null,
      ]);
      expect(calls.slice(1, -1).map(({ signal }) => signal.aborted)).toEqual(
        state === 'resting' ? [] : [true],
      );
      calls.at(-1)!.answer({ rows: [{ id: 7 }], next: null, head: null });
      await settled('resting');
      expect(ids()).toEqual([7]);
    },
  );
});

describe('a feed', () => {
  test('joins each page to those before, and ends', async () => {
    const { actor, calls, settled, ids } = open();
    for (const expected of [4, 8, 10]) {
      calls.at(-1)!.answer();
      expect((await settled('resting')).context.rows).toHaveLength(expected);
      actor.send({ type: 'more' });
    }
    expect(ids()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect([calls.map(({ after }) => after), actor.getSnapshot().context.head]).toEqual([
      [null, '4', '8'],
      { total: 10 },
    ]);
  });
  test('asks once however often it is asked for more', async () => {
    const { actor, calls, settled } = open();
    calls[0]!.answer();
    await settled('resting');
    for (let index = 0; index < 5; index += 1) actor.send({ type: 'more' });
    expect(calls).toHaveLength(2);
  });
  test('reads page after page until as many are here as are wanted, and no further when they are not any more', async () => {
    const { actor, calls, settled, ids } = open();
    calls[0]!.answer();
    await settled('resting');
    actor.send({ type: 'want', count: 7 });
    calls[1]!.answer();
    expect([(await settled('gathered')).context.rows?.length, calls.length]).toEqual([8, 2]);
    actor.send({ type: 'want', count: 10 });
    actor.send({ type: 'want', count: 0 });
    calls[2]!.answer();
    await settled('resting');
    expect([ids()?.length, calls.length]).toEqual([10, 3]);
  });
  test('holds what was wanted until it is taken, once, whether or not anything had to be read', async () => {
    const { actor, calls, settled } = open();
    actor.send({ type: 'want', count: 4 });
    calls[0]!.answer();
    await settled('gathered');
    actor.send({ type: 'take' });
    expect([
      actor.getSnapshot().matches('resting'),
      actor.getSnapshot().context.wanted,
      calls.length,
    ]).toEqual([true, 0, 1]);
    actor.send({ type: 'take' });
    expect(actor.getSnapshot().matches('resting')).toBe(true);
    actor.send({ type: 'want', count: 3 });
    expect(actor.getSnapshot().matches('gathered')).toBe(true);
    actor.send({ type: 'want', count: 0 });
    expect(actor.getSnapshot().matches('resting')).toBe(true);
  });
  test('hands over fewer than were wanted where there are no more', async () => {
    const { actor, calls, settled } = open();
    actor.send({ type: 'want', count: 5000 });
    for (const index of [0, 1, 2]) {
      calls[index]!.answer();
      await new Promise(done => {
        setImmediate(done);
      });
    }
    expect((await settled('gathered')).context.rows).toHaveLength(10);
  });
  test.each(['load', 'reload'] as const)(
    'wants nothing any more once another answer is awaited (%s)',
    async type => {
      const { actor, calls, settled } = open();
      actor.send({ type: 'want', count: 7 });
      actor.send(type === 'load' ? { type, question: {} } : { type });
      calls[1]!.answer();
      await settled('resting');
      expect([actor.getSnapshot().context.wanted, calls.length]).toEqual([0, 2]);
    },
  );
  test('wants no more rows once a page failed, and tries again when they are wanted again', async () => {
    const { actor, calls, settled } = open();
    actor.send({ type: 'want', count: 7 });
    calls[0]!.refuse();
    expect((await settled('failed')).context.wanted).toBe(0);
    actor.send({ type: 'want', count: 0 });
    expect(actor.getSnapshot().matches('failed')).toBe(true);
    actor.send({ type: 'want', count: 7 });
    calls[1]!.answer();
    await new Promise(done => {
      setImmediate(done);
    });
    calls[2]!.refuse();
    expect((await settled('stuck')).context.wanted).toBe(0);
    actor.send({ type: 'want', count: 7 });
    calls[3]!.answer();
    expect((await settled('gathered')).context.rows).toHaveLength(8);
  });
  test('keeps its rows when the next page fails, and goes on from there', async () => {
    const { actor, calls, settled, ids } = open();
    calls[0]!.answer();
    await settled('resting');
    actor.send({ type: 'more' });
    calls[1]!.refuse();
    expect((await settled('stuck')).context.failure).toEqual({ kind: 'offline', code: 'offline' });
    actor.send({ type: 'more' });
    calls[2]!.answer();
    expect((await settled('resting')).context.failure).toBeNull();
    expect(ids()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });
  test('drops a page under way when the question changes, and shows the last rows until the new ones are there', async () => {
    const { actor, calls, settled, ids } = open();
    calls[0]!.answer();
    await settled('resting');
    actor.send({ type: 'more' });
    actor.send({ type: 'load', question: { day: '2026-03-01' } });
    expect([calls[1]!.signal.aborted, ids()]).toEqual([true, [0, 1, 2, 3]]);
    calls[1]!.answer();
    calls[2]!.answer({ rows: [{ id: 77 }], next: null, head: { total: 1 } });
    await settled('resting');
    expect(ids()).toEqual([77]);
  });
  test('asks its question, says how far a page looked that ended before its time, and forgets that with the next page', async () => {
    const { actor, calls, settled } = open();
    expect(actor.getSnapshot().context).toEqual({
      question: { day: '2026-02-28' },
      rows: null,
      next: null,
      head: null,
      reached: null,
      failure: null,
      wanted: 0,
    });
    calls[0]!.answer({ rows: [{ id: 1 }], next: 'a', head: { total: 2 }, reached: '2026-02-27' });
    expect((await settled('resting')).context).toMatchObject({
      rows: [{ id: 1 }],
      next: 'a',
      head: { total: 2 },
      reached: '2026-02-27',
    });
    actor.send({ type: 'more' });
    calls[1]!.answer({ rows: [], next: 'b', head: null, reached: '2026-02-26' });
    expect((await settled('resting')).context).toMatchObject({
      rows: [{ id: 1 }],
      next: 'b',
      head: { total: 2 },
      reached: '2026-02-26',
    });
    actor.send({ type: 'more' });
    calls[2]!.answer({ rows: [{ id: 2 }], next: null, head: null });
    expect((await settled('resting')).context).toMatchObject({
      rows: [{ id: 1 }, { id: 2 }],
      next: null,
      reached: null,
    });
    actor.send({ type: 'load', question: { day: '2026-03-01' } });
    expect(calls.map(({ question, after }) => [question, after])).toEqual([
      ...[null, 'a', 'b'].map(after => [{ day: '2026-02-28' }, after]),
      [{ day: '2026-03-01' }, null],
    ]);
    calls[3]!.answer({ rows: [], next: null, head: null });
    expect((await settled('resting')).context.reached).toBeNull();
  });
  test('that failed says why until the next page, and is not asked for rows that nobody wants', async () => {
    const { actor, calls, settled } = open();
    calls[0]!.refuse();
    expect((await settled('failed')).context.failure).toEqual({ kind: 'offline', code: 'offline' });
    actor.send({ type: 'more' });
    expect(actor.getSnapshot().matches('failed')).toBe(true);
    actor.send({ type: 'reload' });
    calls[1]!.answer();
    expect((await settled('resting')).context.failure).toBeNull();
    actor.send({ type: 'more' });
    calls[2]!.refuse();
    await settled('stuck');
    actor.send({ type: 'want', count: 0 });
    expect([actor.getSnapshot().matches('stuck'), calls.length]).toEqual([true, 3]);
  });
});
