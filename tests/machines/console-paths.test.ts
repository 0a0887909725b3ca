import { expect, test } from 'vitest';
import { getShortestPaths } from 'xstate/graph';
import { consoleModel } from '../../machines/charts/models/console.ts';
import { consoleMachine } from '../../machines/console.ts';
import { accessOf } from '../support/test-console.ts';

test("on every path the console knows the user's data while it is signed in or locked, and nothing otherwise", () => {
  const paths = getShortestPaths(consoleMachine, {
    input: { locale: 'ja', texts: {} },
    events: Object.values(consoleModel.events) as never,
    limit: 50_000,
    serializeState: state =>
      JSON.stringify([
        state.value,
        state.context.data !== null,
        state.context.product,
        state.context.failure?.code,
        state.context.stale,
        state.context.data?.lists.product.length,
        state.context.data?.role.base,
      ]) as never,
  });
  for (const { state } of paths) {
    expect(state.context.data !== null, accessOf(state.value)).toBe(state.hasTag('signedIn'));
    // Stale data are being reloaded or wait for a retry; outside nothing is stale.
    const { self, lists, entries } = state.context.stale;
    const stale = self || lists.length > 0 || Object.keys(entries).length > 0;
    if (accessOf(state.value) === 'open') expect(stale).toBe(!state.matches({ open: 'fresh' }));
    if (!state.hasTag('signedIn')) expect(stale).toBe(false);
    if (state.context.data?.lists.product.length === 0) expect(state.context.product).toBeNull();
    expect([null, 7]).toContain(state.context.product);
    if (!state.hasTag('signedIn')) expect(state.context.product).toBeNull();
  }
  expect(new Set(paths.map(({ state }) => JSON.stringify(state.value)))).toEqual(
    new Set(
      [
        'restoring',
        'signedOut',
        'starting',
        'enrolling',
        'failed',
        { open: 'fresh' },
        { open: 'renewing' },
        { open: 'stale' },
        'locked',
        'identifying',
      ].map(value => JSON.stringify(value)),
    ),
  );
});
