import { createActor, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { networkMachine, SLOW_CALL_MS } from '../../machines/network.ts';
import type { ConsoleActor } from '../../src/console/context.ts';
import { withSlowRequestReport } from '../../src/console/slow-request.ts';
import type { Execute } from '../../src/gateway/client.ts';

const inside = { getSnapshot: () => ({ hasTag: () => true }) } as unknown as ConsoleActor;
const document = { definitions: [] } as never;

/** A server that never answers, and rejects a call that is aborted. */
const silentServer: Execute = (_document, _variables, signal) =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });
const settle = () =>
  new Promise(resolve => {
    setTimeout(resolve);
  });

test('a cancelled call settles neither way and no longer counts as slow', async () => {
  const clock = new SimulatedClock();
  const network = createActor(networkMachine, { clock }).start();
  const ask = withSlowRequestReport(silentServer, inside, network);
  const received: string[] = [];
  const call = () => {
    const own = new AbortController();
    void ask(document, {}, own.signal).then(
      () => received.push('answered'),
      () => received.push('refused'),
    );
    return own;
  };
  call().abort();
  await settle();
  clock.increment(SLOW_CALL_MS);
  expect(network.getSnapshot().matches({ pace: 'normal' })).toBe(true);

  const late = call();
  clock.increment(SLOW_CALL_MS);
  expect(network.getSnapshot().matches({ pace: 'slow' })).toBe(true);
  late.abort();
  await settle();
  expect(network.getSnapshot().matches({ pace: 'normal' })).toBe(true);
  expect(received).toEqual([]);
});

test('a slow call is reported by the frame unless its screen reports it; calls of other screens are still reported by the frame', async () => {
  const clock = new SimulatedClock();
  const network = createActor(networkMachine, { clock }).start();
  const ask = withSlowRequestReport(silentServer, inside, network);
  const isSlow = () => network.getSnapshot().matches({ pace: 'slow' });
  const stop = new AbortController();
  void ask(document, {}, stop.signal, 'screen');
  clock.increment(SLOW_CALL_MS);
  expect(isSlow()).toBe(false);

  void ask(document, {}, stop.signal);
  clock.increment(SLOW_CALL_MS);
  expect(isSlow()).toBe(true);
  stop.abort();
  await settle();
  expect(isSlow()).toBe(false);
});
