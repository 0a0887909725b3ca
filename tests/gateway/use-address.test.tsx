// @vitest-environment jsdom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ConsoleContext, type Console } from '../../src/console/context.ts';
import { parseSearch, stringifySearch, useAddress, type RawSearch } from '../../src/console/address.ts';

globalThis.scrollTo = () => undefined;
afterEach(cleanup);

const read = (raw: RawSearch) => ({ deleted: raw['deleted'] === '1', size: raw['size'] ?? '50' });
const Screen = () => {
  const [{ deleted, size }, go] = useAddress(read);
  return (
    <>
      <input
        type="checkbox"
        checked={deleted}
        onChange={event => go({ deleted: event.target.checked ? 1 : undefined })}
      />
      <select value={size} onChange={event => go({ size: event.target.value })}>
        {['20', '50'].map(one => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </>
  );
};

/** The console before a sign-in: nothing is stored. */
const nobody = { actor: { getSnapshot: () => ({ context: { known: null } }) } } as unknown as Console;

/** A screen whose navigation completes when the test releases it. */
const open = async () => {
  let arrive = (): void => undefined;
  const root = createRootRoute();
  const route = createRoute({
    getParentRoute: () => root,
    path: '/list',
    component: Screen,
    loaderDeps: ({ search }) => search as object,
    loader: ({ cause }) =>
      cause === 'enter'
        ? undefined
        : new Promise<void>(done => {
            arrive = done;
          }),
  });
  const router = createRouter({
    routeTree: root.addChildren([route]),
    history: createMemoryHistory({ initialEntries: ['/list?q=%C3%A9'] }),
    parseSearch,
    stringifySearch,
    defaultPendingMs: 60_000,
  });
  render(
    <ConsoleContext value={nobody}>
      <RouterProvider router={router as never} />
    </ConsoleContext>,
  );
  const box = await screen.findByRole<HTMLInputElement>('checkbox');
  return {
    router,
    box,
    size: screen.getByRole<HTMLSelectElement>('combobox'),
    arrive: () =>
      act(async () => {
        arrive();
        await new Promise(resolve => setTimeout(resolve, 20));
      }),
  };
};

test('a changed parameter applies before the navigation completes, and the next change builds on it', async () => {
  const { router, box, size, arrive } = await open();
  fireEvent.click(box);
  expect(box.checked).toBe(true);
  fireEvent.change(size, { target: { value: '20' } });
  expect([box.checked, size.value]).toEqual([true, '20']);
  await arrive();
  expect([box.checked, size.value]).toEqual([true, '20']);
  expect(router.state.location.search).toEqual({ q: 'é', deleted: '1', size: '20' });
});

test('a completed navigation determines the parameters', async () => {
  const { router, box, arrive } = await open();
  fireEvent.click(box);
  await arrive();
  await act(async () => {
    router.history.back();
    await new Promise(resolve => setTimeout(resolve, 20));
  });
  await arrive();
  expect(box.checked).toBe(false);
});
