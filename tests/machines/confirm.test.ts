import { expect, test, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { confirmMachine } from '../../machines/confirm.ts';
import { settled } from '../support/settled.ts';

const setUp = (act = vi.fn(async (_: object): Promise<unknown> => ({}))) => {
  const confirm = createActor(
    confirmMachine.provide({ actors: { act: fromPromise(({ input }) => act(input)) } }),
    { input: { subject: { ids: [1, 2] } } },
  ).start();
  return { confirm, act };
};

test('a confirmation acts once after yes', async () => {
  const { confirm, act } = setUp();
  expect(act).not.toHaveBeenCalled();
  confirm.send({ type: 'confirm' });
  confirm.send({ type: 'confirm' });
  await settled();
  expect(act).toHaveBeenCalledExactlyOnceWith({ ids: [1, 2] });
  expect(confirm.getSnapshot().output).toEqual({ completed: true });
});

test('a confirmation does nothing after no', () => {
  const { confirm, act } = setUp();
  confirm.send({ type: 'cancel' });
  expect(act).not.toHaveBeenCalled();
  expect(confirm.getSnapshot().output).toEqual({ completed: false });
});

test('a confirmation asks again after a failure and shows it', async () => {
  const failure = { kind: 'conflict', code: 'conflict' } as const;
  const { confirm } = setUp(vi.fn(async () => Promise.reject(failure)));
  confirm.send({ type: 'confirm' });
  await settled();
  expect(confirm.getSnapshot()).toMatchObject({ value: 'open', context: { failure } });
});

test('a confirmation is busy while it acts, cannot be cancelled then, and can be tried again after a failure', async () => {
  const failure = { kind: 'offline', code: 'offline' } as const;
  const act = vi.fn(async (_: object): Promise<unknown> => ({})).mockRejectedValueOnce(failure);
  const { confirm } = setUp(act);
  expect(confirm.getSnapshot()).toMatchObject({
    value: 'open',
    context: { subject: { ids: [1, 2] }, completed: false, failure: null },
  });
  for (const expected of [
    { value: 'open', context: { completed: false, failure } },
    { value: 'closed', output: { completed: true } },
  ]) {
    confirm.send({ type: 'confirm' });
    confirm.send({ type: 'cancel' });
    expect([confirm.getSnapshot().value, confirm.getSnapshot().hasTag('busy')]).toEqual(['running', true]);
    await settled();
    expect(confirm.getSnapshot()).toMatchObject(expected);
  }
  expect(act).toHaveBeenCalledTimes(2);
});
