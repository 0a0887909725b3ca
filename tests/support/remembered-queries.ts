import { Readable } from 'node:stream';
import { ResultSet } from '@clickhouse/client';
import type { Columnar } from '../../server/store/clickhouse/engine/columnar.ts';

type QueryParameters = Parameters<Columnar['query']>[0];

/**
 * Returns the columnar store with a memory: a query that was answered before has the same answer, because
 * planning a query of a report takes a tenth of a second. For tests that write no events meanwhile.
 */
export const rememberQueries = (columnar: Columnar): Columnar => {
  const answers = new Map<string, Promise<string>>();
  const query = async ({ abort_signal: _, ...parameters }: QueryParameters) => {
    const key = JSON.stringify(parameters, (_name, value: unknown) =>
      typeof value === 'bigint' ? `${value}n` : value,
    );
    const answer = answers.get(key) ?? columnar.query(parameters).then(found => found.text());
    answers.set(key, answer);
    return new ResultSet(Readable.from([Buffer.from(await answer)]), parameters.format ?? 'JSON', '');
  };
  return new Proxy(columnar, {
    get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)),
  });
};
