import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import type { Failure } from '../../machines/failure.ts';
import {
  isServerUnreachable,
  DEPARTURE_MS,
  REFRESH_MARGIN_MS,
  sessionMachine,
  RETRY_DELAY_MS,
  type Challenge,
  type ChallengeAnswer,
  type Credentials,
  REMEMBERED,
  type Recalled,
  type SignOnRequest,
  type Tokens,
} from '../../machines/session.ts';
import { settled } from '../support/settled.ts';

const LIFETIME = 900_000;
const grant = (n: number): Tokens => ({ access: `access-${n}`, lifetime: LIFETIME });
const REFUSED: Failure = { kind: 'denied', code: 'session_ended' };
const OFFLINE: Failure = { kind: 'offline', code: 'offline' };
const LIMITED: Failure = { kind: 'broken', code: 'too_many_requests', values: { seconds: 5 } };
const credentials: Credentials = {
  company: 'demo',
  email: 'é@例え.jp',
  password: 'пароль',
  autoLogin: false,
};

/** A session whose ports are mocks. */
const setUp = async (recalled: Recalled = grant(1)) => {
  const clock = new SimulatedClock();
  let granted = 1;
  const outside = {
    recall: vi.fn(async () => recalled),
    signIn: vi.fn(async (_: Credentials): Promise<Tokens | Challenge> => grant(++granted)),
    depart: vi.fn(async (_: SignOnRequest) => undefined),
    answer: vi.fn(async (_: ChallengeAnswer) => grant(++granted)),
    refresh: vi.fn(async (_: { readonly access: string | null }) => grant(++granted)),
    revoke: vi.fn(async () => ({})),
  };
  const session = createActor(
    sessionMachine.provide({
      actors: {
        recall: fromPromise(() => outside.recall()),
        signIn: fromPromise(({ input }) => outside.signIn(input)),
        depart: fromPromise(({ input }) => outside.depart(input)),
        answer: fromPromise(({ input }) => outside.answer(input)),
        refresh: fromPromise(({ input }) => outside.refresh(input)),
        revoke: fromPromise<unknown, undefined>(() => outside.revoke()),
      },
    }),
    { clock },
  ).start();
  await settled();
  const state = () => session.getSnapshot().value;
  return { session, clock, outside, state };
};

describe('a session', () => {
  test('uses the token of a sign-in that came back without renewing it', async () => {
    const { state, outside } = await setUp();
    expect(state()).toBe('active');
    expect(outside.refresh).not.toHaveBeenCalled();
  });

  test('that is remembered gets a token first', async () => {
    const { session, outside } = await setUp(REMEMBERED);
    expect(outside.refresh).toHaveBeenCalledExactlyOnceWith({ access: null });
    expect([session.getSnapshot().value, session.getSnapshot().context.tokens]).toEqual(['active', grant(2)]);
  });

  test('leaves for the identity provider, and is offered again if the page stays', async () => {
    const { session, clock, outside, state } = await setUp(null);
    const request: SignOnRequest = { company: 'demo', autoLogin: true, target: '/é' };
    const refused: Failure = { kind: 'missing', code: 'single_sign_on_unavailable' };
    outside.depart.mockRejectedValueOnce(refused);
    session.send({ type: 'signOn', request });
    expect([state(), session.getSnapshot().hasTag('busy'), session.getSnapshot().hasTag('out')]).toEqual([
      'departing',
      true,
      true,
    ]);
    await settled();
    expect([state(), session.getSnapshot().context.failure]).toEqual(['signedOut', refused]);

    session.send({ type: 'signOn', request });
    await settled();
    expect(outside.depart).toHaveBeenLastCalledWith(request);
    expect([state(), session.getSnapshot().hasTag('busy')]).toEqual(['away', true]);
    clock.increment(DEPARTURE_MS - 1);
    expect(state()).toBe('away');
    clock.increment(1);
    expect([state(), session.getSnapshot().context.failure]).toEqual(['signedOut', null]);
  });

  test('that ended by itself counts as left by choice after a sign-out', async () => {
    const { session, outside, state } = await setUp();
    outside.refresh.mockRejectedValueOnce(REFUSED);
    session.send({ type: 'token.rejected', access: 'access-1' });
    await settled();
    expect([state(), session.getSnapshot().context.signedOutByChoice]).toEqual(['signedOut', false]);
    session.send({ type: 'signOut' });
    expect([
      state(),
      session.getSnapshot().context.signedOutByChoice,
      outside.revoke.mock.calls.length,
    ]).toEqual(['signedOut', true, 0]);
  });

  test('is signed out if nothing is remembered or the storage cannot be read', async () => {
    const { session, state, outside } = await setUp(null);
    expect([state(), session.getSnapshot().context]).toEqual([
      'signedOut',
      { tokens: null, challenge: null, failure: null, signedOutByChoice: false },
    ]);
    outside.recall.mockRejectedValueOnce(OFFLINE);
    session.send({ type: 'elsewhere.signedIn' });
    expect([state(), session.getSnapshot().hasTag('busy')]).toEqual(['restoring', true]);
    await settled();
    expect([state(), session.getSnapshot().context]).toEqual([
      'signedOut',
      { tokens: null, challenge: null, failure: OFFLINE, signedOutByChoice: false },
    ]);
  });

  test('that is remembered waits for a server that cannot be reached, and is left there', async () => {
    const { session, clock, outside, state } = await setUp(null);
    outside.recall.mockResolvedValue(REMEMBERED);
    outside.refresh.mockRejectedValueOnce(OFFLINE);
    session.send({ type: 'elsewhere.signedIn' });
    await settled();
    expect([state(), session.getSnapshot().context.tokens]).toEqual(['waiting', null]);
    clock.increment(RETRY_DELAY_MS);
    await settled();
    expect(outside.refresh.mock.calls).toEqual([[{ access: null }], [{ access: null }]]);
    expect([state(), session.getSnapshot().context.failure]).toEqual(['active', null]);
  });

  test.each([
    [REFRESH_MARGIN_MS, 1],
    [REFRESH_MARGIN_MS + 1, 0],
  ])('with %d ms left is renewed %d times at once', async (lifetime, renewals) => {
    const { session, clock, outside, state } = await setUp({ ...grant(1), lifetime });
    clock.increment(0);
    await settled();
    expect([state(), outside.refresh.mock.calls.length]).toEqual(['active', renewals]);
    expect(session.getSnapshot().context).toMatchObject({ failure: null, signedOutByChoice: false });
  });

  test('schedules a renewal at the longest delay that a timer supports', async () => {
    const longestTimer = 2_147_483_647;
    const { clock, outside } = await setUp({ ...grant(1), lifetime: longestTimer + REFRESH_MARGIN_MS });
    clock.increment(longestTimer - 1);
    await settled();
    expect(outside.refresh).not.toHaveBeenCalled();
    clock.increment(1);
    await settled();
    expect(outside.refresh).toHaveBeenCalledTimes(1);
  });

  test.each(['refreshing', 'waiting'] as const)(
    'can be left here and in another tab while it is %s, and accepts tokens from another tab only while waiting',
    async where => {
      const begin = async () => {
        const it = await setUp();
        it.outside.refresh.mockImplementationOnce(() =>
          where === 'waiting' ? Promise.reject(OFFLINE) : new Promise(() => undefined),
        );
        it.session.send({ type: 'token.rejected', access: 'access-1' });
        await settled();
        expect([it.state(), it.session.getSnapshot().hasTag('busy')]).toEqual([
          where,
          where === 'refreshing',
        ]);
        return it;
      };
      const here = await begin();
      here.session.send({ type: 'signOut' });
      expect([
        here.state(),
        here.session.getSnapshot().hasTag('busy'),
        here.outside.revoke.mock.calls,
      ]).toEqual(['leaving', true, [[]]]);
      await settled();
      expect([here.state(), here.session.getSnapshot().context]).toEqual([
        'signedOut',
        { tokens: null, challenge: null, failure: null, signedOutByChoice: true },
      ]);
      const elsewhere = await begin();
      elsewhere.session.send({ type: 'elsewhere.signedOut' });
      expect([elsewhere.state(), elsewhere.session.getSnapshot().context]).toEqual([
        'signedOut',
        {
          tokens: null,
          challenge: null,
          failure: where === 'waiting' ? OFFLINE : null,
          signedOutByChoice: true,
        },
      ]);
      const renewed = await begin();
      renewed.session.send({ type: 'token.renewed', tokens: grant(7) });
      expect([renewed.state(), renewed.session.getSnapshot().context.tokens]).toEqual(
        where === 'waiting' ? ['active', grant(7)] : ['refreshing', grant(1)],
      );
    },
  );

  test('schedules its next renewal by the tokens that another tab renewed', async () => {
    const { session, clock, outside } = await setUp();
    clock.increment(LIFETIME - REFRESH_MARGIN_MS - 1);
    session.send({ type: 'token.renewed', tokens: grant(7) });
    clock.increment(LIFETIME - REFRESH_MARGIN_MS - 1);
    await settled();
    expect(outside.refresh).not.toHaveBeenCalled();
    clock.increment(1);
    expect(outside.refresh).toHaveBeenCalledExactlyOnceWith({ access: 'access-7' });
  });

  test('forgets a failure and a sign-out at the next sign-in', async () => {
    const { session, outside, state } = await setUp(null);
    outside.signIn.mockRejectedValueOnce(REFUSED);
    session.send({ type: 'signIn', credentials });
    expect([state(), session.getSnapshot().hasTag('busy'), session.getSnapshot().hasTag('out')]).toEqual([
      'signingIn',
      true,
      true,
    ]);
    await settled();
    session.send({ type: 'signOut' });
    expect(session.getSnapshot().context).toEqual({
      tokens: null,
      challenge: null,
      failure: null,
      signedOutByChoice: true,
    });
    session.send({ type: 'signIn', credentials });
    await settled();
    expect(outside.signIn).toHaveBeenLastCalledWith(credentials);
    expect(session.getSnapshot().context).toEqual({
      tokens: grant(2),
      challenge: null,
      failure: null,
      signedOutByChoice: false,
    });
  });

  test('renews once for many calls refused at the same time', async () => {
    const { session, outside, state } = await setUp();
    for (let n = 0; n < 20; n++) session.send({ type: 'token.rejected', access: 'access-1' });
    await settled();
    for (let n = 0; n < 20; n++) session.send({ type: 'token.rejected', access: 'access-1' });
    await settled();
    expect(outside.refresh).toHaveBeenCalledTimes(1);
    expect(state()).toBe('active');
  });

  test('renews a minute before each token expires', async () => {
    const { clock, outside } = await setUp();
    for (let n = 1; n <= 3; n++) {
      clock.increment(LIFETIME - 60_000 - 1);
      await settled();
      expect(outside.refresh).toHaveBeenCalledTimes(n - 1);
      clock.increment(1);
      await settled();
      expect(outside.refresh).toHaveBeenCalledTimes(n);
    }
  });

  test('does not renew at once if the lifetime exceeds the longest timer', async () => {
    const { clock, outside } = await setUp({ ...grant(1), lifetime: Number.MAX_SAFE_INTEGER });
    clock.increment(1);
    await settled();
    expect(outside.refresh).not.toHaveBeenCalled();
  });

  test('waits for the network and retries, at once when the network returns', async () => {
    const { session, clock, outside, state } = await setUp();
    outside.refresh.mockRejectedValueOnce(OFFLINE).mockRejectedValueOnce(LIMITED);
    session.send({ type: 'token.rejected', access: 'access-1' });
    await settled();
    expect(state()).toBe('waiting');
    clock.increment(RETRY_DELAY_MS);
    await settled();
    expect(state()).toBe('waiting');
    session.send({ type: 'online' });
    await settled();
    expect(state()).toBe('active');
    expect(outside.refresh).toHaveBeenCalledTimes(3);
    expect(session.getSnapshot().context.failure).toBeNull();
  });

  test.each<Failure>([
    { kind: 'broken', code: 'overloaded', status: 503 },
    { kind: 'broken', code: 'unexpected', status: 500 },
    { kind: 'broken', code: 'unexpected', status: 502 },
    { kind: 'broken', code: 'unexpected' },
    { kind: 'missing', code: 'not_found' },
    { kind: 'conflict', code: 'conflict' },
  ])(
    'keeps its tokens and retries if a renewal fails without a refusal ($kind $code $status)',
    async failure => {
      const { session, clock, outside, state } = await setUp();
      outside.refresh.mockRejectedValueOnce(failure).mockRejectedValueOnce(failure);
      expect(isServerUnreachable(session.getSnapshot())).toBe(false);
      session.send({ type: 'token.rejected', access: 'access-1' });
      expect([state(), isServerUnreachable(session.getSnapshot())]).toEqual(['refreshing', false]);
      await settled();
      expect(session.getSnapshot()).toMatchObject({
        value: 'waiting',
        context: { tokens: grant(1), challenge: null, failure },
      });
      expect(isServerUnreachable(session.getSnapshot())).toBe(true);
      clock.increment(RETRY_DELAY_MS - 1);
      expect(state()).toBe('waiting');
      clock.increment(1);
      expect(
        [state(), isServerUnreachable(session.getSnapshot())],
        'still unreachable during the retry',
      ).toEqual(['refreshing', true]);
      await settled();
      expect(state()).toBe('waiting');
      clock.increment(RETRY_DELAY_MS);
      await settled();
      expect([state(), isServerUnreachable(session.getSnapshot())]).toEqual(['active', false]);
      expect(outside.refresh.mock.calls).toEqual(Array.from({ length: 3 }, () => [{ access: 'access-1' }]));
    },
  );

  test.each<Failure>([REFUSED, { kind: 'denied', code: 'forbidden' }, { kind: 'invalid', code: 'invalid' }])(
    'ends with the reason if the renewal is refused ($kind $code)',
    async failure => {
      const { session, outside, state } = await setUp();
      outside.refresh.mockRejectedValueOnce(failure);
      session.send({ type: 'token.rejected', access: 'access-1' });
      await settled();
      expect([state(), isServerUnreachable(session.getSnapshot())]).toEqual(['signedOut', false]);
      expect(session.getSnapshot().context).toEqual({
        tokens: null,
        challenge: null,
        failure,
        signedOutByChoice: false,
      });
    },
  );

  test('can sign in after a refused attempt, and forgets that failure', async () => {
    const { session, outside, state } = await setUp(null);
    outside.signIn.mockRejectedValueOnce({ kind: 'denied', code: 'signin_refused' });
    session.send({ type: 'signIn', credentials });
    await settled();
    expect(session.getSnapshot().context.failure?.code).toBe('signin_refused');
    session.send({ type: 'signIn', credentials });
    session.send({ type: 'signIn', credentials });
    await settled();
    expect(state()).toBe('active');
    expect(outside.signIn).toHaveBeenCalledTimes(2);
    expect(session.getSnapshot().context.failure).toBeNull();
  });

  test('ends locally even if the server cannot be reached', async () => {
    const { session, outside, state } = await setUp();
    outside.revoke.mockRejectedValueOnce(OFFLINE);
    session.send({ type: 'signOut' });
    expect(state()).toBe('leaving');
    await settled();
    expect(state()).toBe('signedOut');
    expect(session.getSnapshot().context).toEqual({
      tokens: null,
      challenge: null,
      failure: null,
      signedOutByChoice: true,
    });
  });

  test('follows other tabs: renewed tokens, a sign-out, a sign-in', async () => {
    const { session, outside, state } = await setUp();
    session.send({ type: 'token.renewed', tokens: grant(7) });
    expect(session.getSnapshot().context.tokens).toEqual(grant(7));
    session.send({ type: 'elsewhere.signedOut' });
    expect([state(), session.getSnapshot().context]).toEqual([
      'signedOut',
      { tokens: null, challenge: null, failure: null, signedOutByChoice: true },
    ]);
    expect(outside.revoke).not.toHaveBeenCalled();
    session.send({ type: 'elsewhere.signedIn' });
    await settled();
    expect(state()).toBe('active');
  });

  test('left here, begun in another tab and refused at its first renewal counts as ended by itself', async () => {
    const { session, outside, state } = await setUp();
    session.send({ type: 'elsewhere.signedOut' });
    outside.recall.mockResolvedValueOnce(REMEMBERED);
    outside.refresh.mockRejectedValueOnce(REFUSED);
    session.send({ type: 'elsewhere.signedIn' });
    await settled();
    expect([state(), session.getSnapshot().context]).toEqual([
      'signedOut',
      { tokens: null, challenge: null, failure: REFUSED, signedOutByChoice: false },
    ]);
  });

  test('never renews for the refusal of an old token, for any order of refusals', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 12 }), async refusals => {
        const { session, outside } = await setUp();
        let current = 1;
        for (const n of refusals) {
          session.send({ type: 'token.rejected', access: `access-${n}` });
          await settled();
          if (n === current) current++;
        }
        expect(outside.refresh).toHaveBeenCalledTimes(current - 1);
      }),
      { numRuns: 50 },
    ));

  test('reaches each of its states, and has tokens only while it is signed in', () => {
    const done = (id: string, output: unknown) => ({ type: `xstate.done.actor.0.session.${id}`, output });
    const error = (id: string, failure: unknown) => ({
      type: `xstate.error.actor.0.session.${id}`,
      error: failure,
    });
    const events = [
      done('restoring', null),
      done('restoring', grant(1)),
      done('restoring', REMEMBERED),
      error('restoring', REFUSED),
      { type: 'signIn', credentials },
      { type: 'signOn', request: { company: 'demo', autoLogin: false, target: null } },
      done('departing', undefined),
      done('signingIn', grant(2)),
      error('signingIn', REFUSED),
      { type: 'token.rejected', access: 'access-1' },
      done('refreshing', grant(2)),
      error('refreshing', REFUSED),
      error('refreshing', OFFLINE),
      { type: 'online' },
      { type: 'signOut' },
      done('leaving', {}),
      { type: 'elsewhere.signedOut' },
      { type: 'elsewhere.signedIn' },
      { type: 'token.renewed', tokens: grant(3) },
      done('signingIn', { token: 'challenge' }),
      { type: 'answer', answer: { code: '1', remember: false } },
      done('answering', grant(3)),
      error('answering', OFFLINE),
    ] as never[];
    const states = getShortestPaths(sessionMachine, { events, limit: 5_000 }).map(path => path.state);
    expect(new Set(states.map(state => state.value))).toEqual(new Set(Object.keys(sessionMachine.states)));
    for (const state of states) {
      const holds = state.context.tokens !== null;
      // A renewal may be the first one of the page.
      if (holds) expect(['active', 'refreshing', 'waiting', 'leaving']).toContain(state.value);
      else expect(state.value).not.toBe('active');
      expect([state.value, state.hasTag('out')]).toEqual([
        state.value,
        ['signedOut', 'signingIn', 'departing', 'away', 'challenged', 'answering'].includes(state.value),
      ]);
    }
  });
});

describe('the second step of a sign-in', () => {
  const CHALLENGE: Challenge = {
    token: 'challenge',
    hasApp: true,
    hasPasskey: true,
    company: 'demo',
    autoLogin: true,
  };
  const WRONG: Failure = { kind: 'denied', code: 'code_refused' };
  const begin = async () => {
    const made = await setUp(null);
    made.outside.signIn.mockResolvedValueOnce(CHALLENGE);
    made.session.send({ type: 'signIn', credentials });
    await settled();
    expect(made.state()).toBe('challenged');
    return made;
  };
  const answer: ChallengeAnswer = { kind: 'code', code: '123456', remember: true };

  test('asks until a code or passkey is right, with the challenge of the password, which is dropped then', async () => {
    const { session, outside, state } = await begin();
    outside.answer.mockRejectedValueOnce(WRONG);
    session.send({ type: 'answer', answer });
    await settled();
    expect([state(), session.getSnapshot().context.failure]).toEqual(['challenged', WRONG]);
    const passkey: ChallengeAnswer = { kind: 'passkey', remember: false };
    session.send({ type: 'answer', answer: passkey });
    await settled();
    expect(outside.answer.mock.calls).toEqual([
      [{ ...answer, challenge: CHALLENGE }],
      [{ ...passkey, challenge: CHALLENGE }],
    ]);
    expect([state(), session.getSnapshot().context]).toEqual([
      'active',
      { tokens: grant(2), challenge: null, failure: null, signedOutByChoice: false },
    ]);
  });

  test.each([
    ['cancel', false],
    ['signOut', true],
  ] as const)('is left by %s', async (type, byChoice) => {
    const { session, state } = await begin();
    session.send({ type });
    expect([state(), session.getSnapshot().context]).toEqual([
      'signedOut',
      { tokens: null, challenge: null, failure: null, signedOutByChoice: byChoice },
    ]);
  });

  test('returns to the password with the reason when it took too long', async () => {
    const { session, outside, state } = await begin();
    const ended: Failure = { kind: 'denied', code: 'challenge_ended' };
    outside.answer.mockRejectedValueOnce(ended);
    session.send({ type: 'answer', answer });
    await settled();
    expect([state(), session.getSnapshot().context]).toEqual([
      'signedOut',
      { tokens: null, challenge: null, failure: ended, signedOutByChoice: false },
    ]);
  });
});
