// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useEditor } from '../../src/screens/record/use-editor.ts';

afterEach(cleanup);

const settle = () =>
  act(async () => {
    await new Promise(resolve => setTimeout(resolve));
  });

/** Two forms of new records, and a server whose answers are lost. */
const setUp = async () => {
  const keys: string[] = [];
  const Form = ({ name }: { readonly name: string }) => {
    const { send, is } = useEditor<{ readonly name: string }, object>({
      id: null,
      blank: { name },
      check: () => ({}),
      onClosed: () => undefined,
      save: ({ key }) => {
        keys.push(key);
        // oxlint-disable-next-line prefer-promise-reject-errors -- what the gateway rejects with
        return Promise.reject({ kind: 'offline', code: 'offline' });
      },
    });
    return <button type="button" onClick={() => send('save')}>{`${name} ${is}`}</button>;
  };
  const route = createRootRoute({
    component: () => (
      <>
        <Form name="one" />
        <Form name="other" />
      </>
    ),
  });
  const router = createRouter({ routeTree: route, history: createMemoryHistory() });
  render(<RouterProvider router={router} />);
  await settle();
  const save = async (name: string) => {
    act(() => screen.getByRole('button', { name: new RegExp(`^${name} editing`) }).click());
    await settle();
  };
  return { keys, save };
};

test('a form keeps one idempotency key over all its attempts, and each form has its own', async () => {
  const { keys, save } = await setUp();
  await save('one');
  await save('one');
  await save('other');
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
  expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false]);
});
