import { describe, expect, test, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { sessionMachine, type Recalled, type Tokens } from '../../machines/session.ts';
import { createGateway } from '../../src/gateway/client.ts';
import { ChangeDocument, createGraphqlServer, NumberDocument, refusal } from '../support/graphql-server.ts';
import { settled } from '../support/settled.ts';
import { OFFLINE, REFUSED, tokens } from '../support/test-console.ts';

/** The real gateway and session machine, with a server that this test controls. */
const setUp = async (refreshing = async (): Promise<Tokens> => tokens(2)) => {
  const server = createGraphqlServer();
  const refresh = vi.fn(async (_: { readonly access: string | null }) => {
    const granted = await refreshing();
    server.good = granted.access;
    return granted;
  });
  const session = createActor(
    sessionMachine.provide({
      actors: {
        recall: fromPromise<Recalled, undefined>(async () => tokens(1)),
        refresh: fromPromise(({ input }) => refresh(input)),
        revoke: fromPromise<unknown, undefined>(async () => ({})),
      },
    }),
  ).start();
  const states: string[] = [];
  session.subscribe(({ value }) => {
    if (states.at(-1) !== value) states.push(value);
  });
  await settled();
  return {
    server,
    session,
    refresh,
    states,
    ask: createGateway('http://touchpath.test/graphql', session, {
      fetch: server.fetch,
      language: () => 'ja',
    }),
  };
};
const twenty = [...Array(20).keys()];

describe('the gateway and the session', () => {
  test('answer twenty calls refused at once after a single refresh', async () => {
    const { server, ask, refresh } = await setUp();
    server.good = 'nobody has this yet';
    const answers = await Promise.all(twenty.map(n => ask(NumberDocument, { n })));
    expect(answers.map(({ one }) => one)).toEqual(twenty);
    expect(refresh).toHaveBeenCalledExactlyOnceWith({ access: 'access-1' });
    expect(server.sent.filter(({ token }) => token === 'access-2')).toHaveLength(20);
  });

  test('hold back calls made during a refresh instead of sending them with the old token', async () => {
    const { server, ask, session, refresh } = await setUp();
    session.send({ type: 'token.rejected', access: 'access-1' });
    const answers = await Promise.all(twenty.map(n => ask(NumberDocument, { n })));
    expect(answers).toHaveLength(20);
    expect(refresh).toHaveBeenCalledTimes(1);
    expect(new Set(server.sent.map(({ token }) => token))).toEqual(new Set(['access-2']));
  });

  test('repeat a call refused for a token that was replaced meanwhile, without another refresh', async () => {
    const { server, ask, session, refresh } = await setUp();
    server.before = async ({ token }) => {
      if (token !== 'access-1') return;
      // The call with the old token is pending when the renewal of another tab arrives.
      session.send({ type: 'token.renewed', tokens: tokens(9) });
      server.good = 'access-9';
    };
    server.good = 'access-9';
    expect(await ask(NumberDocument, { n: 7 })).toEqual({ one: 7 });
    expect(refresh).not.toHaveBeenCalled();
  });

  test('sign out once after a refused refresh, and fail every pending call', async () => {
    const { server, ask, refresh, states } = await setUp(async () => Promise.reject(REFUSED));
    server.good = 'nobody has this';
    const outcomes = await Promise.allSettled(twenty.map(n => ask(NumberDocument, { n })));
    expect(
      outcomes.map(
        outcome => outcome.status === 'rejected' && (outcome.reason as { kind: string; code: string }),
      ),
    ).toEqual(twenty.map(() => ({ kind: 'denied', code: 'unauthenticated' })));
    expect(refresh).toHaveBeenCalledTimes(1);
    expect(states).toEqual(['active', 'refreshing', 'signedOut']);
    expect(server.sent).toHaveLength(20);
  });

  test('fail a call as offline without a network, and also while the token cannot be renewed', async () => {
    const { server, ask, session } = await setUp(async () => Promise.reject(OFFLINE));
    server.cut = true;
    await expect(ask(NumberDocument, { n: 1 })).rejects.toEqual(OFFLINE);
    server.cut = false;
    server.good = 'nobody has this';
    await expect(ask(NumberDocument, { n: 1 })).rejects.toEqual(OFFLINE);
    expect(session.getSnapshot().value).toBe('waiting');
    session.stop();
  });

  test('keep the session if the server fails to renew a token, and send the call again later', async () => {
    let isDown = true;
    const { server, ask, session } = await setUp(async () =>
      isDown ? Promise.reject({ kind: 'broken', code: 'overloaded', status: 503 }) : tokens(2),
    );
    server.good = 'nobody has this';
    await expect(ask(NumberDocument, { n: 1 })).rejects.toEqual(OFFLINE);
    expect(session.getSnapshot()).toMatchObject({ value: 'waiting', context: { tokens: tokens(1) } });
    isDown = false;
    session.send({ type: 'online' });
    expect(await ask(NumberDocument, { n: 1 })).toEqual({ one: 1 });
    session.stop();
  });

  test('answer two equal mutations separately during a refresh', async () => {
    const { server, ask } = await setUp();
    server.good = 'nobody has this yet';
    server.answer = () => ({ data: { saved: 1 } });
    const answers = await Promise.all([ask(ChangeDocument, { n: 1 }), ask(ChangeDocument, { n: 1 })]);
    expect(answers).toEqual([{ saved: 1 }, { saved: 1 }]);
    expect(
      new Set(
        server.sent
          .filter(({ token }) => token === 'access-2')
          .map(({ variables }) => variables['idempotency_key']),
      ).size,
    ).toBe(2);
  });

  test('keep the idempotency key of a mutation, so that the server recognises a repeated form', async () => {
    const { server, ask } = await setUp();
    server.answer = () => ({ data: { saved: 1 } });
    const key = { idempotency_key: 'of-the-form' };
    await ask(ChangeDocument, { n: 1, ...key });
    await ask(ChangeDocument, { n: 1, ...key });
    expect(server.sent.map(({ variables }) => variables['idempotency_key'])).toEqual([
      'of-the-form',
      'of-the-form',
    ]);
  });

  test('abort a cancelled call without an answer', async () => {
    const { server, ask } = await setUp();
    let go: () => void = () => undefined;
    server.before = () =>
      new Promise<void>(resolve => {
        go = resolve;
      });
    const taking = new AbortController();
    const request = ask(NumberDocument, { n: 1 }, taking.signal);
    await settled();
    taking.abort();
    await expect(request).rejects.toMatchObject({ name: 'AbortError' });
    go();
    await expect(ask(NumberDocument, { n: 2 }, taking.signal)).rejects.toMatchObject({ name: 'AbortError' });
    expect(server.sent).toHaveLength(1);
  });

  test('send POST requests only, so that no filter is written to an access log', async () => {
    const { server, ask } = await setUp();
    await ask(NumberDocument, { n: 1 });
    expect(server.sent.map(({ method }) => method)).toEqual(['POST']);
  });
});

describe("the gateway's mapping of an error", () => {
  test.each([
    [403, 'no_permission_for_data', 'denied'],
    [404, 'not_found', 'missing'],
    [409, 'conflict', 'conflict'],
    [400, 'invalid', 'invalid'],
    [429, 'too_many_requests', 'broken'],
    [500, 'unexpected', 'broken'],
    [503, 'overloaded', 'broken'],
  ])('maps %i %s to the kind %s', async (status, code, kind) => {
    const { server, ask } = await setUp();
    server.answer = () => refusal(status, code);
    await expect(ask(NumberDocument, { n: 1 })).rejects.toEqual({
      kind,
      code,
      ...(status >= 500 && { status }),
    });
  });

  test('keeps the codes and limits of fields, and the values of the code', async () => {
    const { server, ask } = await setUp();
    server.answer = () =>
      refusal(400, 'invalid', {
        fields: { name: ['too_long', 7, 'Not A Code'] },
        limits: { name: { max: 100 } },
        values: { seconds: 30 },
        requestId: 'r1',
      });
    await expect(ask(NumberDocument, { n: 1 })).rejects.toEqual({
      kind: 'invalid',
      code: 'invalid',
      fields: { name: [{ code: 'too_long', values: { max: 100 } }] },
      values: { seconds: 30 },
      requestId: 'r1',
    });
  });

  test.each([
    { errors: [{ message: 'x' }] },
    { errors: [{ message: 'x', extensions: { code: '<script>', status: '500', fields: [] } }] },
  ])('maps a malformed error to an unexpected failure', async answer => {
    const { server, ask } = await setUp();
    server.answer = () => answer;
    await expect(ask(NumberDocument, { n: 1 })).rejects.toEqual({
      kind: 'broken',
      code: 'unexpected',
      status: 500,
    });
  });

  test('maps a response without GraphQL to an unexpected failure with its status and request id', async () => {
    const page = new Response('<h1>Bad Gateway</h1>', {
      status: 502,
      headers: { 'content-type': 'text/html', 'x-request-id': 'r1' },
    });
    const { server, ask } = await setUp();
    server.page = page;
    await expect(ask(NumberDocument, { n: 1 })).rejects.toEqual({
      kind: 'broken',
      code: 'unexpected',
      status: 502,
      requestId: 'r1',
    });
  });
});
