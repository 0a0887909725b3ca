import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { queryMachine } from '../../machines/query.ts';
import { listMachine, type RowCommand, type ListPage, type ListParameters } from '../../machines/list.ts';
import { settled } from '../support/settled.ts';

const OFFLINE = { kind: 'offline', code: 'offline' } as const;
const rows = (...ids: number[]): ListPage => ({ count: ids.length, rows: ids.map(id => ({ id })) });
const query = (n: number, narrowed = false): ListParameters => ({ variables: { page: n }, narrowed });

/** A list whose answers wait until the test releases them. */
const setUp = ({
  narrowed = false,
  act = vi.fn(async (_: RowCommand) => true),
  gather = vi.fn(async (_: ListParameters) => rows(1, 2, 3).rows),
} = {}) => {
  const calls: {
    readonly query: ListParameters;
    readonly answer: (page: ListPage) => void;
    readonly fail: (failure: object) => void;
  }[] = [];
  const list = createActor(
    listMachine.provide({
      actors: {
        query: queryMachine.provide({
          actors: {
            load: fromPromise<object, object>(
              ({ input }) =>
                new Promise((answer, fail) => calls.push({ query: input as ListParameters, answer, fail })),
            ),
          },
        }),
        gather: fromPromise<ListPage['rows'], ListParameters>(({ input }) => gather(input)),
        act: fromPromise(({ input: { kind, rows: done } }) => act({ kind, ids: done.map(({ id }) => id) })),
      },
    }),
    { input: { query: query(1, narrowed) } },
  );
  const emitted: string[] = [];
  const beyond: object[] = [];
  list.on('pastLastPage', event => beyond.push(event));
  list.on(
    '*',
    event =>
      event.type === 'pastLastPage' ||
      emitted.push(
        'command' in event ? `${event.type} ${event.command.kind} ${String(event.command.ids)}` : event.type,
      ),
  );
  list.start();
  return {
    list,
    calls,
    act,
    gather,
    emitted,
    beyond,
    now: () => list.getSnapshot().value,
    context: () => list.getSnapshot().context,
    answer: async (page: ListPage) => {
      calls.at(-1)?.answer(page);
      await settled();
    },
  };
};

test('a list distinguishes rows, no rows at all, no rows found, and a page beyond the last', async () => {
  const cases = [
    [false, rows(1), 'filled'],
    [false, rows(), 'empty'],
    [true, rows(), 'noMatches'],
    [true, rows(1), 'filled'],
    [false, { count: 3, rows: [] }, 'pastLastPage'],
  ] as const;
  for (const [narrowed, page, state] of cases) {
    const { list, now, context, answer } = setUp({ narrowed });
    expect([now(), list.getSnapshot().hasTag('busy')]).toEqual([{ rows: 'loading', work: 'idle' }, true]);
    await answer(page);
    expect([now(), list.getSnapshot().hasTag('busy'), context().page]).toEqual([
      { rows: state, work: 'idle' },
      false,
      page,
    ]);
  }
});

test('a list cannot select, gather or change rows before its first answer', async () => {
  const { list, act, gather, now, context } = setUp();
  expect(context()).toMatchObject({
    query: query(1),
    page: null,
    failure: null,
    selected: [],
    gathered: null,
    command: null,
  });
  list.send({ type: 'gather' });
  list.send({ type: 'run', command: { kind: 'remove', ids: [1] } });
  await settled();
  expect([now(), act.mock.calls, gather.mock.calls]).toEqual([{ rows: 'loading', work: 'idle' }, [], []]);
});

test('a list gathers the rows of its latest query', async () => {
  const { list, gather, context, answer } = setUp();
  await answer({ count: 3, rows: rows(1).rows });
  list.send({ type: 'load', query: query(2) });
  expect(context()).toMatchObject({ query: query(2), page: { count: 3, rows: [{ id: 1 }] } });
  await answer({ count: 3, rows: rows(2).rows });
  list.send({ type: 'gather' });
  await settled();
  expect(gather).toHaveBeenCalledExactlyOnceWith(query(2));
});

test('a list without permission is denied instead of failed, since a retry cannot help', async () => {
  for (const [failure, state] of [
    [OFFLINE, 'failed'],
    [{ kind: 'denied', code: 'forbidden' }, 'denied'],
  ] as const) {
    const { calls, now, context } = setUp();
    calls[0]?.fail(failure);
    await settled();
    expect(now()).toMatchObject({ rows: state });
    expect(context().failure).toEqual(failure);
  }
});

test('a failed list keeps its rows, and loads again on request', async () => {
  const { list, calls, now, context, answer } = setUp();
  await answer(rows(1, 2));
  list.send({ type: 'reload' });
  expect(now()).toMatchObject({ rows: 'loading' });
  calls.at(-1)?.fail(OFFLINE);
  await settled();
  expect(now()).toMatchObject({ rows: 'failed' });
  expect(context().page).toEqual(rows(1, 2));
  list.send({ type: 'reload' });
  await answer(rows(2));
  expect(now()).toMatchObject({ rows: 'filled' });
});

test('a list shows the answer to its latest query for any order of answers', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 2, max: 99 }), { minLength: 1, maxLength: 6 }),
      fc.func(fc.integer()),
      async (numbers, order) => {
        const { list, calls, context } = setUp();
        for (const n of numbers) list.send({ type: 'load', query: query(n) });
        await settled();
        for (const call of calls.toSorted((a, b) => order(a.query) - order(b.query))) {
          call.answer(rows((call.query.variables as { page: number }).page));
          await settled();
        }
        expect(context().page).toEqual(rows(numbers.at(-1)!));
      },
    ),
    { numRuns: 30 },
  ));

test('a list ignores a late answer from before a deletion', async () => {
  const { list, calls, context, answer } = setUp();
  await answer(rows(1, 2, 3));
  list.send({ type: 'select', ids: [1] });
  list.send({ type: 'reload' });
  list.send({ type: 'run', command: { kind: 'remove', ids: [1] } });
  await settled();
  expect(calls).toHaveLength(3);
  calls[2]!.answer(rows(2, 3));
  await settled();
  calls[1]!.answer(rows(1, 2, 3));
  await settled();
  expect([context().page, context().selected]).toEqual([rows(2, 3), []]);
});

test('a list beyond its last page reports it once for each answer, with the query and the number of rows', async () => {
  const { list, calls, beyond, answer } = setUp();
  await answer(rows(1));
  expect(beyond).toEqual([]);
  list.send({ type: 'load', query: query(9) });
  list.send({ type: 'load', query: query(8) });
  await answer({ count: 3, rows: [] });
  calls[1]!.answer({ count: 3, rows: [] });
  await settled();
  expect(beyond).toEqual([{ type: 'pastLastPage', query: query(8), count: 3 }]);
  list.send({ type: 'reload' });
  await answer({ count: 2, rows: [] });
  expect(beyond.slice(1)).toEqual([{ type: 'pastLastPage', query: query(8), count: 2 }]);
});

test('a list does not select rows again when their page returns', async () => {
  const { list, context, answer } = setUp();
  await answer(rows(1, 2));
  list.send({ type: 'select', ids: [2] });
  list.send({ type: 'load', query: query(2) });
  await answer(rows(3));
  list.send({ type: 'load', query: query(1) });
  await answer(rows(1, 2));
  expect(context().selected).toEqual([]);
});

test('a list clears its selection at another query, and deselects rows that disappear', async () => {
  const { list, context, answer } = setUp();
  await answer(rows(1, 2, 3));
  list.send({ type: 'select', ids: [1, 3] });
  list.send({ type: 'reload' });
  await answer(rows(2, 3));
  expect(context().selected).toEqual([3]);
  list.send({ type: 'load', query: query(2) });
  expect(context().selected).toEqual([]);
});

test('a list is loaded again after a deletion, clears the selection and reports the command for an undo', async () => {
  const { list, calls, act, emitted, context, answer, now } = setUp();
  await answer(rows(1, 2, 3));
  list.send({ type: 'select', ids: [1, 3] });
  list.send({ type: 'run', command: { kind: 'remove', ids: context().selected } });
  list.send({ type: 'run', command: { kind: 'remove', ids: [2] } });
  expect(now()).toMatchObject({ work: 'running' });
  await settled();
  expect(act).toHaveBeenCalledExactlyOnceWith({ kind: 'remove', ids: [1, 3] });
  expect(emitted).toEqual(['done remove 1,3']);
  expect(context().selected).toEqual([]);
  expect(calls).toHaveLength(2);
  await answer(rows(2));
  expect(now()).toEqual({ rows: 'filled', work: 'idle' });
  list.send({ type: 'run', command: { kind: 'restore', ids: [2] } });
  await settled();
  expect(emitted).toEqual(['done remove 1,3', 'done restore 2']);
  expect(act).toHaveBeenLastCalledWith({ kind: 'restore', ids: [2] });
  expect(context().command).toBeNull();
});

test('a command that the user cancels changes nothing in the list', async () => {
  const { list, calls, emitted, context, answer, now } = setUp({ act: vi.fn(async () => false) });
  await answer(rows(1, 2));
  list.send({ type: 'select', ids: [2] });
  list.send({ type: 'run', command: { kind: 'remove', ids: [2] } });
  await settled();
  expect([now(), emitted, context().selected, calls.length]).toEqual([
    { rows: 'filled', work: 'idle' },
    [],
    [2],
    1,
  ]);
});

test('a failed command is reported with its reason, and keeps the selection', async () => {
  const { list, emitted, context, answer, now } = setUp({ act: vi.fn(async () => Promise.reject(OFFLINE)) });
  await answer(rows(1, 2));
  list.send({ type: 'select', ids: [2] });
  list.send({ type: 'run', command: { kind: 'remove', ids: [2] } });
  await settled();
  expect([now(), emitted, context().selected]).toEqual([
    { rows: 'filled', work: 'idle' },
    ['failed remove 2'],
    [2],
  ]);
});

test('a list runs no command without rows, or on rows of other pages', async () => {
  const { list, act, answer, now } = setUp();
  await answer(rows(1));
  list.send({ type: 'run', command: { kind: 'remove', ids: [] } });
  list.send({ type: 'run', command: { kind: 'remove', ids: [7] } });
  await settled();
  expect(act).not.toHaveBeenCalled();
  expect(now()).toMatchObject({ work: 'idle' });
});

test('a list selects all rows of its query, runs commands on them, and deselects them with the next answer', async () => {
  const { list, act, gather, emitted, context, answer, now } = setUp();
  await answer({ count: 3, rows: rows(1, 2).rows });
  list.send({ type: 'gather' });
  expect(now()).toMatchObject({ work: 'gathering' });
  await settled();
  expect(gather).toHaveBeenCalledExactlyOnceWith(query(1));
  expect([now(), context().selected]).toEqual([{ rows: 'filled', work: 'idle' }, [1, 2, 3]]);
  list.send({ type: 'select', ids: [2, 3] });
  list.send({ type: 'run', command: { kind: 'remove', ids: context().selected } });
  await settled();
  expect(act).toHaveBeenCalledExactlyOnceWith({ kind: 'remove', ids: [2, 3] });
  expect([emitted, context().selected, context().gathered]).toEqual([['done remove 2,3'], [], null]);
  await answer({ count: 3, rows: rows(1).rows });
  list.send({ type: 'gather' });
  await settled();
  list.send({ type: 'reload' });
  await answer(rows(1));
  expect([context().selected, context().gathered]).toEqual([[1], null]);
});

test('a list gathers nothing on a single page, and selects nothing if gathering is cancelled, fails or the query changes', async () => {
  const gather = vi.fn((_: ListParameters) => new Promise<ListPage['rows']>(() => undefined));
  const { list, emitted, context, answer, now } = setUp({ gather });
  await answer(rows(1, 2));
  list.send({ type: 'gather' });
  expect([now(), gather.mock.calls]).toEqual([{ rows: 'filled', work: 'idle' }, []]);
  list.send({ type: 'reload' });
  await answer({ count: 3, rows: rows(1, 2).rows });
  list.send({ type: 'select', ids: [2] });
  list.send({ type: 'gather' });
  list.send({ type: 'cancel' });
  expect([now(), context().selected]).toEqual([{ rows: 'filled', work: 'idle' }, [2]]);
  gather.mockRejectedValueOnce(OFFLINE);
  list.send({ type: 'gather' });
  await settled();
  expect([now(), emitted, context().selected]).toEqual([
    { rows: 'filled', work: 'idle' },
    ['gatherFailed'],
    [2],
  ]);
  list.send({ type: 'gather' });
  list.send({ type: 'load', query: query(2) });
  expect([now(), context().selected]).toEqual([{ rows: 'loading', work: 'idle' }, []]);
});
