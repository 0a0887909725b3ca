// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { ConsoleContext, type Console } from '../../src/console/context.ts';
import { useQueryState, useTimedQueryState } from '../../src/screens/use-query.ts';
import { NumberDocument } from '../support/graphql-server.ts';

afterEach(cleanup);

/** A screen that shows its answer, with a server that answers when the test releases it. */
const setUp = () => {
  const calls: {
    readonly n: number;
    readonly signal: AbortSignal | undefined;
    readonly answer: () => void;
  }[] = [];
  const execute = ((_: unknown, { n }: { n: number }, signal?: AbortSignal) =>
    new Promise(resolve =>
      calls.push({ n, signal, answer: () => resolve({ one: n }) }),
    )) as unknown as Console['execute'];
  const Screen = ({ n }: { readonly n: number }) => {
    const { answer, busy } = useQueryState(NumberDocument, { n });
    return <output>{`${answer?.one ?? '–'}${busy ? ' …' : ''}`}</output>;
  };
  const drawn = (n: number) => (
    <StrictMode>
      <ConsoleContext value={{ execute } as Console}>
        <Screen n={n} />
      </ConsoleContext>
    </StrictMode>
  );
  return { calls, drawn, shown: () => screen.getByRole('status').textContent };
};
const settle = () =>
  act(async () => {
    await new Promise(resolve => setTimeout(resolve));
  });

test('a screen rendered twice by strict mode has one pending call and shows its answer', async () => {
  const { calls, drawn, shown } = setUp();
  render(drawn(1));
  await settle();
  expect(calls.filter(({ signal }) => !signal?.aborted)).toHaveLength(1);
  calls.at(-1)!.answer();
  await settle();
  expect(shown()).toBe('1');
});

test('a screen loads again when its variables change, and shows the previous answer meanwhile', async () => {
  const { calls, drawn, shown } = setUp();
  const { rerender, unmount } = render(drawn(1));
  await settle();
  calls.at(-1)!.answer();
  await settle();
  const before = calls.length;
  rerender(drawn(1));
  await settle();
  expect(calls).toHaveLength(before);
  rerender(drawn(2));
  rerender(drawn(3));
  await settle();
  expect(shown()).toBe('1 …');
  calls
    .filter(({ n }) => n > 1)
    .toReversed()
    .forEach(({ answer }) => answer());
  await settle();
  expect(shown()).toBe('3');
  rerender(drawn(4));
  await settle();
  unmount();
  expect(calls.at(-1)!.signal?.aborted).toBe(true);
});

test('a query with its own progress display reports slowness itself; for other queries the frame does', async () => {
  const tellers: unknown[] = [];
  const execute = ((_document: unknown, _variables: unknown, _signal: unknown, teller: unknown) => {
    tellers.push(teller);
    return new Promise(() => undefined);
  }) as Console['execute'];
  const Screen = () => {
    useQueryState(NumberDocument, { n: 1 });
    useTimedQueryState(NumberDocument, { n: 2 });
    return null;
  };
  render(
    <ConsoleContext value={{ execute } as Console}>
      <Screen />
    </ConsoleContext>,
  );
  await settle();
  expect(tellers).toEqual(['frame', 'screen']);
});
