import { expect, test } from 'vitest';
import { getShortestPaths } from 'xstate/graph';
import { consoleMachine } from '../../machines/console.ts';

/** A session as the console sees it: only what its guards ask. */
const session = (state: 'active' | 'out' | 'left' | 'busy') => ({
  type: 'xstate.snapshot.session', snapshot: { value: state, matches: (name: string) => name === state, hasTag: (tag: string) => tag === 'out' && (state === 'out' || state === 'left'), context: { left: state === 'left' } },
});

test('every path of the console keeps what is known inside, and nothing of it outside', () => {
  const known = { profile: { id: 1 }, role: {}, lists: { product: [{ id: 7 }] } };
  const events = [
    ...(['active', 'out', 'left', 'busy'] as const).map(session), { type: 'retry' }, { type: 'product.choose', id: 7 }, { type: 'product.choose', id: 8 },
    { type: 'xstate.done.actor.startup', output: known }, { type: 'xstate.error.actor.startup', error: { kind: 'broken', code: 'unexpected' } },
    { type: 'xstate.done.actor.whoIsIt', output: { id: 1 } }, { type: 'xstate.done.actor.whoIsIt', output: { id: 2 } }, { type: 'xstate.error.actor.whoIsIt', error: { kind: 'broken', code: 'unexpected' } },
  ];
  const paths = getShortestPaths(consoleMachine, {
    input: { locale: 'ja', texts: {} }, events: events as never, limit: 5_000,
    serializeState: state => JSON.stringify([state.value, state.context.known !== null, state.context.product, state.context.failure?.code]) as never,
  });
  for (const { state } of paths) {
    expect(state.context.known !== null, state.value).toBe(state.hasTag('inside'));
    expect([null, 7]).toContain(state.context.product);
    if (!state.hasTag('inside')) expect(state.context.product).toBeNull();
  }
  expect(new Set(paths.map(({ state }) => state.value))).toEqual(new Set(['arriving', 'signedOut', 'starting', 'halted', 'open', 'locked', 'returning']));
});
