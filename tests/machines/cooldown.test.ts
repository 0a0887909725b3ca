import { expect, test, vi } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { COOLDOWN_MS, cooldownMachine } from '../../machines/cooldown.ts';
import { settled } from '../support/settled.ts';

const setUp = () => {
  const clock = new SimulatedClock();
  const act = vi.fn(async (_: object): Promise<unknown> => null);
  const repeat = createActor(
    cooldownMachine.provide({ actors: { act: fromPromise(({ input }) => act(input)) } }),
    { clock, input: { subject: { email: 'é@例え.jp' } } },
  ).start();
  return { clock, act, repeat, state: () => repeat.getSnapshot().value };
};

test('a repeatable action cannot be repeated within a minute', async () => {
  const { clock, act, repeat, state } = setUp();
  repeat.send({ type: 'repeat' });
  clock.increment(COOLDOWN_MS - 1);
  repeat.send({ type: 'repeat' });
  expect([state(), act.mock.calls.length]).toEqual(['cooling', 0]);
  clock.increment(1);
  repeat.send({ type: 'repeat' });
  repeat.send({ type: 'repeat' });
  await settled();
  expect(act).toHaveBeenCalledExactlyOnceWith({ email: 'é@例え.jp' });
  expect(repeat.getSnapshot()).toMatchObject({ value: 'cooling', context: { count: 1 } });
});

test('a repeatable action that failed can be repeated at once, and shows the failure', async () => {
  const { clock, act, repeat, state } = setUp();
  const failure = { kind: 'broken', code: 'too_many_requests', values: { seconds: 9 } } as const;
  act.mockRejectedValueOnce(failure);
  clock.increment(COOLDOWN_MS);
  repeat.send({ type: 'repeat' });
  await settled();
  expect([state(), repeat.getSnapshot().context.failure]).toEqual(['ready', failure]);
  repeat.send({ type: 'repeat' });
  await settled();
  expect([state(), repeat.getSnapshot().context.failure]).toEqual(['cooling', null]);
});
