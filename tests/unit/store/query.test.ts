import { expect, test } from 'vitest';
import type { Columnar } from '../../../server/store/clickhouse/engine/columnar.ts';
import { rowsOf } from '../../../server/store/clickhouse/engine/query.ts';

test('a query whose caller has left ends with the reason of the signal, not with the client’s own error', async () => {
  const caller = new AbortController();
  const columnar = {
    query: ({ abort_signal }: { readonly abort_signal: AbortSignal }) =>
      new Promise((_, reject) => {
        abort_signal.addEventListener('abort', () => reject(new Error('The user aborted a request.')));
      }),
  } as unknown as Columnar;
  const rows = rowsOf(columnar, 'SELECT 1', {}, caller.signal);
  caller.abort();
  await expect(rows).rejects.toMatchObject({ name: 'AbortError' });
  await expect(rowsOf(columnar, 'SELECT 1', {}, caller.signal)).rejects.toMatchObject({ name: 'AbortError' });
});
