// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useReportChange } from '../../src/console/row-changes.ts';
import { ConsoleContext, type Console } from '../../src/console/context.ts';
import type { PageParameters, Resource } from '../../src/resources/resource.ts';
import { useList } from '../../src/screens/list/use-list.ts';

afterEach(cleanup);

interface Row {
  readonly id: number;
  readonly label: string;
  readonly status: boolean;
  readonly updated_at: string;
}
const row = (id: number): Row => ({
  id,
  label: `é ${id}`,
  status: true,
  updated_at: '2026-02-28T23:59:59.999Z',
});
const resource: Resource<Row, object> = {
  name: 'things',
  operations: { page: {} as Resource<Row, object>['operations']['page'] },
  columns: [{ field: 'label', format: 'text' }],
  ofProduct: false,
  selection: 'asp',
};

/** A list that shows its rows, with a server that answers when the test releases it. */
const setUp = () => {
  const calls: {
    readonly query: PageParameters;
    readonly signal: AbortSignal | undefined;
    readonly answer: (...ids: number[]) => void;
  }[] = [];
  const execute = ((_: unknown, query: PageParameters, signal?: AbortSignal) =>
    new Promise(resolve =>
      calls.push({
        query,
        signal,
        answer: (...ids) => resolve({ page: { count: ids.length, results: ids.map(row) } }),
      }),
    )) as unknown as Console['execute'];
  const send = vi.fn();
  const Screen = ({ query }: { readonly query: PageParameters }) => {
    const tell = useReportChange();
    const list = useList(resource, {
      query,
      narrowed: false,
      runCommand: () => Promise.resolve(true),
      onDone: () => undefined,
      onFailed: () => undefined,
      onGatherFailed: () => undefined,
      onPastLastPage: () => undefined,
    });
    return (
      <>
        <output>{`${list.is} ${list.rows?.map(({ id }) => id).join() ?? '–'} ${list.selected.join()}`}</output>
        <button type="button" onClick={() => list.select([1])}>
          select
        </button>
        <button type="button" onClick={() => list.runCommand({ kind: 'remove', ids: [1] })}>
          remove
        </button>
        <button type="button" onClick={() => tell(resource)}>
          tell
        </button>
      </>
    );
  };
  const drawn = (query: PageParameters) => (
    <StrictMode>
      <ConsoleContext value={{ execute, actor: { send } } as unknown as Console}>
        <Screen query={query} />
      </ConsoleContext>
    </StrictMode>
  );
  const live = () => calls.filter(({ signal }) => !signal?.aborted);
  return {
    calls,
    live,
    send,
    drawn,
    shown: () => screen.getByRole('status').textContent,
    press: (name: string) => screen.getByRole('button', { name }).click(),
  };
};
const settle = () =>
  act(async () => {
    await new Promise(resolve => setTimeout(resolve));
  });

test('a list rendered twice by strict mode has one pending call, and shows the answer to its latest query', async () => {
  const { calls, live, drawn, shown } = setUp();
  const { rerender } = render(drawn({ page: 1 }));
  await settle();
  expect(live()).toHaveLength(1);
  live()[0]?.answer(1, 2);
  await settle();
  expect(shown()).toBe('filled 1,2 ');
  const before = calls.length;
  rerender(drawn({ page: 1 }));
  await settle();
  expect(calls).toHaveLength(before);
  rerender(drawn({ page: 2 }));
  rerender(drawn({ page: 3 }));
  await settle();
  expect(shown()).toBe('loading 1,2 ');
  for (const { query, answer } of calls.slice(before).toReversed()) answer(query.page ?? 0);
  await settle();
  expect(shown()).toBe('filled 3 ');
});

test('a command on rows reloads the list once, and marks the start-up list as stale', async () => {
  const { calls, drawn, shown, send, press } = setUp();
  render(drawn({ page: 1 }));
  await settle();
  calls.at(-1)?.answer(1, 2);
  await settle();
  press('select');
  await settle();
  expect(shown()).toBe('filled 1,2 1');
  const before = calls.length;
  press('remove');
  await settle();
  expect(calls).toHaveLength(before + 1);
  expect(send).toHaveBeenCalledExactlyOnceWith({ type: 'lists.changed', lists: ['asp'] });
  calls.at(-1)?.answer(2);
  await settle();
  expect(shown()).toBe('filled 2 ');
});

test('a list is reloaded when its rows are changed elsewhere', async () => {
  const { calls, drawn, shown, press } = setUp();
  render(drawn({ page: 1 }));
  await settle();
  calls.at(-1)?.answer(1);
  await settle();
  press('tell');
  await settle();
  calls.at(-1)?.answer(1, 7);
  await settle();
  expect(shown()).toBe('filled 1,7 ');
});
