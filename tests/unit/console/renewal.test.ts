import { onTestFinished, test, expect } from 'vitest';
import type { Execute } from '../../../src/gateway/client.ts';
import { renewedOf } from '../../../src/console/ports.ts';

test('a renewal that is stopped while it loads code handles the failure of each of its requests', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));

  const stopping = new AbortController();
  const ask: Execute = (_document, _variables, signal) =>
    new Promise((_resolve, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
    );
  const stale = { self: true, lists: ['product'], entries: { ad: [7] } } as const;
  const renewal = renewedOf(ask, stale, stopping.signal);
  stopping.abort();
  await expect(renewal).rejects.toBe(stopping.signal.reason);
  await new Promise(resolve => setTimeout(resolve));
  expect(unhandled).toEqual([]);
});
