import type { Session } from 'chdb';
import { expect, test, vi } from 'vitest';
import { createSessions } from '../../../server/store/clickhouse/engine/sessions.ts';

/** Opens sessions that record whether they are closed. */
const recorded = () => {
  const made: { readonly close: () => void; closed: boolean }[] = [];
  const open = vi.fn((): Session => {
    const session = {
      closed: false,
      close: () => {
        session.closed = true;
      },
    };
    made.push(session);
    return session as unknown as Session;
  });
  return { made, open };
};
const idle = () => new Promise(resolve => setImmediate(resolve));

test('an engine without memory for a spare session continues, and the next query fails with the reason', async () => {
  const { made, open } = recorded();
  const sessions = createSessions(open, { spare: 1, configured: 1 });
  const first = sessions.take('', null);
  open.mockImplementationOnce(() => {
    throw new Error('no memory');
  });
  sessions.end(first, true);
  await idle();
  expect(open).toHaveBeenCalledTimes(2);
  open.mockImplementationOnce(() => {
    throw new Error('no memory');
  });
  expect(() => sessions.take('', null)).toThrow('no memory');
  // With memory again, one session is opened in advance and closed at the end.
  sessions.end(sessions.take('', null), true);
  await idle();
  expect([open.mock.calls.length, made.map(({ closed }) => closed)]).toEqual([5, [true, true, false]]);
  sessions.close();
  expect(made.every(({ closed }) => closed)).toBe(true);
});

test('a session is used again only with the same settings and names, after a request that succeeded', () => {
  const { made, open } = recorded();
  const sessions = createSessions(open, { spare: 0, configured: 2 });
  const first = sessions.take('SET max_threads = 1', 'param_product');
  expect(first.configuration).toBe('SET max_threads = 1');
  sessions.end(first, true);
  const again = sessions.take('SET max_threads = 1', 'param_product');
  expect([again.session === first.session, again.configuration]).toEqual([true, '']);
  sessions.end(again, false);
  expect(made[0]?.closed).toBe(true);

  for (const [settings, names] of [
    ['SET max_threads = 1', 'param_product'],
    ['SET max_threads = 2', 'param_product'],
    ['SET max_threads = 1', 'param_product,param_mark'],
  ] as const)
    sessions.end(sessions.take(settings, names), true);
  // Three configurations are three sessions, and only two of them wait.
  expect(made.map(({ closed }) => closed)).toEqual([true, true, false, false]);
  sessions.end(sessions.take('SET max_threads = 1', null), true);
  expect(made.at(-1)?.closed).toBe(true);
  sessions.close();
  expect(made.every(({ closed }) => closed)).toBe(true);
});
