import type { Columnar } from './columnar.ts';
import { rowsOf, run } from './query.ts';
import { settleAll } from './settle-all.ts';

/** Marks the client of a cluster of replicas; views of a client pass it on. */
const REPLICATED = Symbol('replicated');

export const markReplicated = (columnar: Columnar): Columnar =>
  Object.assign(columnar, { [REPLICATED]: true });

const isReplicated = (columnar: Columnar): boolean => Reflect.get(columnar, REPLICATED) === true;

/** A statement was answered by another replica than the ones before it, which may lack what these wrote. */
export class ReplicaChanged extends Error {
  override readonly name = 'ReplicaChanged';
}

/** The header by which a server of ClickHouse names itself (`display_name`, by default the name of its machine). */
const SERVER_NAME = 'x-clickhouse-server-display-name';
const METHODS: ReadonlySet<string | symbol> = new Set(['query', 'command', 'exec', 'insert']);

interface Answer {
  readonly response_headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Accepts answers of the server that answers first. */
const createWitness = () => {
  let first: string | null = null;
  return ({ response_headers: headers }: Answer): void => {
    const name = String(headers[SERVER_NAME] ?? '');
    // Without a name replicas cannot be distinguished.
    if (name === '') throw new ReplicaChanged(`the address of the cluster passes no ${SERVER_NAME} on`);
    first ??= name;
    if (name !== first) throw new ReplicaChanged(`${name} answered after ${first}`);
  };
};

/** A view of a client whose calls fail unless the server of the witness answers. */
const watched = (columnar: Columnar, witness: (answer: Answer) => void): Columnar =>
  new Proxy(columnar, {
    get: (target, key) => {
      const found: unknown = Reflect.get(target, key);
      if (typeof found !== 'function' || !METHODS.has(key)) return found;
      return async (asks: unknown) => {
        const answer = await (found as (asks: unknown) => Promise<Answer>).call(target, asks);
        witness(answer);
        return answer;
      };
    },
  });

/** Waits until a replica has everything that any of them has answered. */
const catchUp = async (columnar: Columnar): Promise<void> => {
  const tables = await rowsOf<{ name: string }>(
    columnar,
    "SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(engine, 'Replicated') ORDER BY name",
    {},
  );
  await settleAll(tables.map(({ name }) => run(columnar, syncStatement(name), {})));
};

/** Waits for rows only, not for merges. */
export const syncStatement = (table: string): string => `SYSTEM SYNC REPLICA ${table} LIGHTWEIGHT`;

/**
 * Begins work that reads what it has written, or that removes what it has copied. On a cluster the replica that answers
 * first waits until it has all rows, and every later statement fails where another one answers: the work fails, and is
 * done again. On one server nothing changes.
 *
 * @returns the client for the work; for views of the same client, `within` gives views under the same condition
 */
export const onOneReplica = async (
  columnar: Columnar,
): Promise<{
  readonly columnar: Columnar;
  readonly isReplicated: boolean;
  within(view: Columnar): Columnar;
}> => {
  if (!isReplicated(columnar)) return { columnar, isReplicated: false, within: view => view };
  const witness = createWitness();
  const bound = watched(columnar, witness);
  await catchUp(bound);
  return { columnar: bound, isReplicated: true, within: view => watched(view, witness) };
};
