import { expect, test } from 'vitest';
import { getShortestPaths } from 'xstate/graph';
import { consoleMachine } from '../../machines/console.ts';
import { accessOf } from '../support/test-console.ts';

/** A session as the console sees it: only what its guards ask. */
const session = (state: 'active' | 'out' | 'left' | 'busy') => ({
  type: 'xstate.snapshot.session', snapshot: { value: state, matches: (name: string) => name === state, hasTag: (tag: string) => tag === 'out' && (state === 'out' || state === 'left'), context: { left: state === 'left' } },
});

test('every path of the console keeps what is known inside, and nothing of it outside', () => {
  const known = { profile: { id: 1, agency: null }, role: { base: 'admin' }, lists: { product: [{ id: 7 }] } };
  const events = [
    ...(['active', 'out', 'left', 'busy'] as const).map(session), { type: 'retry' }, { type: 'product.choose', id: 7 }, { type: 'product.choose', id: 8 },
    { type: 'xstate.done.actor.startup', output: known }, { type: 'xstate.error.actor.startup', error: { kind: 'broken', code: 'unexpected' } },
    { type: 'self.changed' }, { type: 'lists.changed', lists: ['product', 'ad'] },
    { type: 'xstate.done.actor.renewal', output: { self: { profile: { id: 1, agency: null }, role: { base: 'admin' } }, lists: {} } },
    { type: 'xstate.done.actor.renewal', output: { self: { profile: { id: 1, agency: null }, role: { base: 'user' } }, lists: {} } },
    { type: 'xstate.done.actor.renewal', output: { self: null, lists: { product: [] } } }, { type: 'xstate.error.actor.renewal', error: { kind: 'broken', code: 'unexpected' } },
    { type: 'xstate.after.renewedAgain.console.open.stale' },
    { type: 'xstate.done.actor.whoIsIt', output: { id: 1 } }, { type: 'xstate.done.actor.whoIsIt', output: { id: 2 } }, { type: 'xstate.error.actor.whoIsIt', error: { kind: 'broken', code: 'unexpected' } },
  ];
  const paths = getShortestPaths(consoleMachine, {
    input: { locale: 'ja', texts: {} }, events: events as never, limit: 50_000,
    serializeState: state => JSON.stringify([state.value, state.context.known !== null, state.context.product, state.context.failure?.code, state.context.stale, state.context.known?.lists.product.length, state.context.known?.role.base]) as never,
  });
  for (const { state } of paths) {
    expect(state.context.known !== null, accessOf(state.value)).toBe(state.hasTag('inside'));
    // What is stale is asked for or waited for, and forgotten outside.
    const stale = state.context.stale.self || state.context.stale.lists.length > 0;
    if (accessOf(state.value) === 'open') expect(stale).toBe(!state.matches({ open: 'fresh' }));
    if (!state.hasTag('inside')) expect(stale).toBe(false);
    if (state.context.known?.lists.product.length === 0) expect(state.context.product).toBeNull();
    expect([null, 7]).toContain(state.context.product);
    if (!state.hasTag('inside')) expect(state.context.product).toBeNull();
  }
  expect(new Set(paths.map(({ state }) => JSON.stringify(state.value)))).toEqual(new Set(
    ['arriving', 'signedOut', 'starting', 'halted', { open: 'fresh' }, { open: 'renewing' }, { open: 'stale' }, 'locked', 'returning'].map(value => JSON.stringify(value)),
  ));
});
