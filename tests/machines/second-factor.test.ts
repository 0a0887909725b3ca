import { describe, expect, test, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { Failure } from '../../machines/failure.ts';
import {
  secondFactorMachine,
  type ActionResult,
  type FactorAction,
  type FactorChange,
  type SecondFactor,
} from '../../machines/second-factor.ts';
import { settled } from '../support/settled.ts';

const OFF: SecondFactor = {
  isEnabled: false,
  hasApp: false,
  canAddPasskey: true,
  passkeys: [],
  devices: [],
};
const ON: SecondFactor = { ...OFF, isEnabled: true, hasApp: true, devices: [{ id: 7 }, { id: 9 }] };
/** Passkeys only, and no further one is possible. */
const FULL: SecondFactor = { ...OFF, isEnabled: true, canAddPasskey: false, passkeys: [{ id: 5 }] };
const SECRET = { key: 'ABCD', address: 'otpauth://totp/é?secret=ABCD' };
const CODES = ['AAAA-BBBB', 'CCCC-DDDD'];
const OFFLINE: Failure = { kind: 'offline', code: 'offline' };
const WRONG: Failure = { kind: 'invalid', code: 'invalid', fields: { code: [{ code: 'wrong_code' }] } };
const MISSING: Failure = { kind: 'missing', code: 'not_found' };

/** A second factor whose ports are mocks. */
const setUp = async (factor: SecondFactor) => {
  const outside = {
    load: vi.fn(async () => factor),
    act: vi.fn(async (_: FactorChange): Promise<ActionResult> => ({ kind: 'done' })),
    confirm: vi.fn(async (_: string): Promise<readonly string[]> => CODES),
    forget: vi.fn(async (_: number): Promise<unknown> => ({})),
  };
  const actor = createActor(
    secondFactorMachine.provide({
      actors: {
        load: fromPromise(() => outside.load()),
        act: fromPromise(({ input }) => outside.act(input)),
        confirm: fromPromise(({ input }) => outside.confirm(input)),
        forget: fromPromise(({ input }) => outside.forget(input)),
      },
    }),
  ).start();
  const changed: FactorAction[] = [];
  actor.on('changed', ({ action }) => changed.push(action));
  await settled();
  const send = async (event: Parameters<typeof actor.send>[0]) => {
    actor.send(event);
    await settled();
    return actor.getSnapshot().value;
  };
  /** Sends an event, lets its call end, and answers the state before that: value, whether it is busy, failure. */
  const begin = async (event: Parameters<typeof actor.send>[0]) => {
    actor.send(event);
    const during = actor.getSnapshot();
    const found = [during.value, during.hasTag('busy'), during.context.failure];
    await settled();
    return found;
  };
  return { outside, send, begin, changed, state: () => actor.getSnapshot() };
};

describe('a second factor', () => {
  test('is set up by password, secret and code; secret and codes are dropped when their step ends', async () => {
    const { outside, send, changed, state } = await setUp(OFF);
    outside.act.mockResolvedValueOnce({ kind: 'secret', secret: SECRET });
    expect(await send({ type: 'begin', kind: 'setUp' })).toBe('asking');
    expect(await send({ type: 'prove', password: 'パス' })).toBe('scanning');
    expect(outside.act).toHaveBeenCalledWith({
      action: 'setUp',
      password: 'パス',
      name: '',
      passkey: null,
    });
    expect([state().context.secret, state().context.codes]).toEqual([SECRET, []]);

    outside.confirm.mockRejectedValueOnce(WRONG);
    expect(await send({ type: 'confirm', code: '000000' })).toBe('scanning');
    expect([state().context.failure, state().context.secret]).toEqual([WRONG, SECRET]);
    expect(await send({ type: 'confirm', code: '123456' })).toBe('noting');
    expect(outside.confirm).toHaveBeenLastCalledWith('123456');
    expect([state().context.failure, state().context.secret, state().context.codes]).toEqual([
      null,
      null,
      CODES,
    ]);
    expect(changed).toEqual([]);
    expect(await send({ type: 'finish' })).toBe('shown');
    expect([state().context.codes, changed, outside.load.mock.calls.length]).toEqual([[], ['setUp'], 2]);
  });

  test.each([
    [OFF, ['setUp', 'addPasskey']],
    [ON, ['removeApp', 'addPasskey', 'renewCodes', 'remove']],
    [FULL, ['setUp', 'removePasskey', 'renewCodes', 'remove']],
  ])('offers only what its state allows: %j', async (factor, expected) => {
    const found: FactorAction[] = [];
    for (const kind of [
      'setUp',
      'removeApp',
      'addPasskey',
      'removePasskey',
      'renewCodes',
      'remove',
    ] as const) {
      const { send } = await setUp(factor);
      if ((await send({ type: 'begin', kind, passkey: 5 })) === 'asking') found.push(kind);
    }
    expect(found).toEqual(expected);
  });

  test('registers a passkey by name, and shows recovery codes only with the first factor', async () => {
    const { outside, send, changed, state } = await setUp(OFF);
    outside.act.mockResolvedValueOnce({ kind: 'codes', codes: CODES });
    await send({ type: 'begin', kind: 'addPasskey' });
    expect(await send({ type: 'prove', password: 'パス', name: 'é 鍵' })).toBe('noting');
    expect(outside.act.mock.calls).toEqual([
      [{ action: 'addPasskey', password: 'パス', name: 'é 鍵', passkey: null }],
    ]);
    await send({ type: 'finish' });
    await send({ type: 'begin', kind: 'addPasskey' });
    expect(await send({ type: 'prove', password: 'パス', name: '鍵 2' })).toBe('shown');
    expect([changed, state().context.codes]).toEqual([['addPasskey', 'addPasskey'], []]);
  });

  test('removes a listed passkey, and drops it from the next change', async () => {
    const { outside, send } = await setUp(FULL);
    expect(await send({ type: 'begin', kind: 'removePasskey', passkey: 6 })).toBe('shown');
    expect(await send({ type: 'begin', kind: 'removePasskey', passkey: 5 })).toBe('asking');
    await send({ type: 'prove', password: 'x' });
    await send({ type: 'begin', kind: 'remove' });
    await send({ type: 'prove', password: 'y' });
    expect(outside.act.mock.calls).toEqual([
      [{ action: 'removePasskey', password: 'x', name: '', passkey: 5 }],
      [{ action: 'remove', password: 'y', name: '', passkey: null }],
    ]);
  });

  test('ends the set-up of an app beside a passkey without recovery codes', async () => {
    const { outside, send, changed, state } = await setUp(FULL);
    outside.act.mockResolvedValueOnce({ kind: 'secret', secret: SECRET });
    outside.confirm.mockResolvedValueOnce([]);
    await send({ type: 'begin', kind: 'setUp' });
    await send({ type: 'prove', password: 'x' });
    expect(await send({ type: 'confirm', code: '123456' })).toBe('shown');
    expect([changed, state().context.secret]).toEqual([['setUp'], null]);
  });

  test('asks for the password again after a refusal, and can be left without a change', async () => {
    const { outside, send, changed, state } = await setUp(ON);
    outside.act.mockRejectedValueOnce(OFFLINE);
    await send({ type: 'begin', kind: 'remove' });
    expect(await send({ type: 'prove', password: 'x' })).toBe('asking');
    expect(state().context.failure).toEqual(OFFLINE);
    expect(await send({ type: 'cancel' })).toBe('shown');
    expect([state().context.failure, changed]).toEqual([null, []]);
    await send({ type: 'begin', kind: 'remove' });
    expect(await send({ type: 'prove', password: 'x' })).toBe('shown');
    expect(changed).toEqual(['remove']);
  });

  test('shows new recovery codes, and drops the secret of a set-up that is left', async () => {
    const renewal = await setUp(ON);
    renewal.outside.act.mockResolvedValueOnce({ kind: 'codes', codes: CODES });
    await renewal.send({ type: 'begin', kind: 'renewCodes' });
    expect(await renewal.send({ type: 'prove', password: 'x' })).toBe('noting');
    expect([renewal.state().context.codes, renewal.state().context.secret]).toEqual([CODES, null]);
    await renewal.send({ type: 'finish' });
    expect(renewal.changed).toEqual(['renewCodes']);

    const left = await setUp(OFF);
    left.outside.act.mockResolvedValueOnce({ kind: 'secret', secret: SECRET });
    await left.send({ type: 'begin', kind: 'setUp' });
    await left.send({ type: 'prove', password: 'x' });
    expect(await left.send({ type: 'cancel' })).toBe('shown');
    expect(left.state().context.secret).toBeNull();
  });

  test('forgets a listed browser only, also one that was forgotten elsewhere', async () => {
    const { outside, send, state } = await setUp(ON);
    await send({ type: 'forget', id: 8 });
    expect(outside.forget).not.toHaveBeenCalled();
    outside.forget.mockRejectedValueOnce(OFFLINE);
    expect(await send({ type: 'forget', id: 7 })).toBe('shown');
    expect(outside.forget).toHaveBeenCalledExactlyOnceWith(7);
    expect([state().context.failure, outside.load.mock.calls.length]).toEqual([OFFLINE, 1]);
    outside.forget.mockRejectedValueOnce(MISSING);
    expect(await send({ type: 'forget', id: 7 })).toBe('shown');
    expect([state().context.failure, outside.load.mock.calls.length]).toEqual([null, 2]);
  });

  test('is loaded again after a failure', async () => {
    const { outside, send, state, begin } = await setUp(ON);
    outside.load.mockRejectedValueOnce(OFFLINE);
    expect(await send({ type: 'reload' })).toBe('failed');
    expect(state().context.failure).toEqual(OFFLINE);
    expect(await begin({ type: 'reload' })).toEqual(['loading', true, null]);
    expect(state().context).toEqual({
      factor: ON,
      action: 'setUp',
      passkey: null,
      secret: null,
      codes: [],
      failure: null,
    });
  });

  test('shows no earlier failure while a call runs, nor beside another question', async () => {
    const { outside, send, begin, state } = await setUp(ON);
    const failForget = async () => {
      outside.forget.mockRejectedValueOnce(OFFLINE);
      await send({ type: 'forget', id: 7 });
      expect(state().context.failure).toEqual(OFFLINE);
    };
    await failForget();
    outside.forget.mockRejectedValueOnce(OFFLINE);
    expect(await begin({ type: 'forget', id: 7 })).toEqual(['forgetting', true, null]);
    await send({ type: 'reload' });
    expect(state().context.failure).toBeNull();
    await failForget();
    expect(await begin({ type: 'begin', kind: 'renewCodes' })).toEqual(['asking', false, null]);
    outside.act.mockRejectedValueOnce(OFFLINE);
    await send({ type: 'prove', password: 'x' });
    outside.act.mockResolvedValueOnce({ kind: 'secret', secret: SECRET });
    expect(await begin({ type: 'prove', password: 'x' })).toEqual(['acting', true, null]);
    outside.confirm.mockRejectedValue(WRONG);
    await send({ type: 'confirm', code: '0' });
    expect(await begin({ type: 'confirm', code: '1' })).toEqual(['confirming', true, null]);
    expect(await begin({ type: 'cancel' })).toEqual(['shown', false, null]);
  });
});
