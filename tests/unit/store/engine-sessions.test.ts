import type { Session } from 'chdb';
import { expect, test, vi } from 'vitest';
import { createSessions } from '../../../server/store/clickhouse/engine/sessions.ts';

test('an engine without memory for a spare session continues, and the next query fails with the reason', async () => {
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
  const sessions = createSessions(open, 1);
  const first = sessions.take();
  open.mockImplementationOnce(() => {
    throw new Error('no memory');
  });
  sessions.end(first);
  await new Promise(resolve => setImmediate(resolve));
  expect(open).toHaveBeenCalledTimes(2);
  open.mockImplementationOnce(() => {
    throw new Error('no memory');
  });
  expect(() => sessions.take()).toThrow('no memory');
  // With memory again, one session is opened in advance and closed at the end.
  sessions.end(sessions.take());
  await new Promise(resolve => setImmediate(resolve));
  expect([open.mock.calls.length, made.map(({ closed }) => closed)]).toEqual([5, [true, true, false]]);
  sessions.close();
  expect(made.every(({ closed }) => closed)).toBe(true);
});
