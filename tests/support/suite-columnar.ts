import { randomUUID } from 'node:crypto';
import type { ProductDependencies } from '../../server/dependencies.ts';
import { connectColumnar } from '../../server/store/clickhouse/connect.ts';
import type { Columnar } from '../../server/store/clickhouse/engine/columnar.ts';
import type { TestStores } from './stores.ts';

/** A columnar database of one suite. */
export interface SuiteColumnar {
  readonly columnar: ProductDependencies['columnar'];
  readonly database: () => Promise<string>;
  /** Has the database dropped at the end, because another program uses it and may still do so. */
  keepApart(): void;
  close(): Promise<void>;
}

/** Calls of a client that need its database. */
const STATEMENTS: ReadonlySet<string | symbol> = new Set(['command', 'exec', 'insert', 'query']);

/** A database, and the digest of the definitions of its tables when it was created. */
interface Database {
  readonly name: string;
  readonly definitions: string;
}

// The files of a process share the databases of ended suites: its 76 statements take half a second of processor time.
const EMPTIED = Symbol.for('touchpath.emptied-columnar-databases');
const shared = globalThis as { [EMPTIED]?: Database[] };
const emptied = (shared[EMPTIED] ??= []);

const rowsOf = async <Row>(server: Columnar, query: string, name: string): Promise<Row[]> =>
  (await server.query({ query, query_params: { name }, format: 'JSONEachRow' })).json<Row>();

const definitionsOf = async (server: Columnar, name: string): Promise<string> => {
  const [row] = await rowsOf<{ digest: string }>(
    server,
    'SELECT hex(SHA256(arrayStringConcat(arraySort(groupArray(create_table_query))))) AS digest FROM system.tables WHERE database = {name:String}',
    name,
  );
  return row?.digest ?? '';
};

const createDatabase = async (
  server: Columnar,
  { clickhouse, tables, views }: TestStores,
): Promise<Database> => {
  const name = `suite_${randomUUID().replaceAll('-', '')}`;
  await server.command({
    query: 'CREATE DATABASE {name:Identifier} ENGINE = Atomic',
    query_params: { name },
  });
  const client = connectColumnar({ socket: clickhouse }, name);
  // Views need their tables.
  for (const made of [tables, views]) await Promise.all(made.map(query => client.command({ query })));
  await client.close();
  return { name, definitions: await definitionsOf(server, name) };
};

/** Empties the tables. @returns whether nothing runs in the database and its tables are as they were created */
const empty = async (server: Columnar, { name, definitions }: Database): Promise<boolean> => {
  if ((await definitionsOf(server, name)) !== definitions) return false;
  const isBusy = async () => {
    const [row] = await rowsOf<{ active: string }>(
      server,
      `SELECT toString((SELECT count() FROM system.processes WHERE current_database = {name:String})
        + (SELECT count() FROM system.mutations WHERE database = {name:String} AND NOT is_done)) AS active`,
      name,
    );
    return row?.active !== '0';
  };
  if (await isBusy()) return false;
  // Tokens of inserts are forgotten with the rows, also in tables whose rows are deleted.
  const filled = await rowsOf<{ table: string }>(
    server,
    `SELECT name AS table FROM system.tables WHERE database = {name:String}
      AND (total_rows > 0 OR position(engine_full, 'deduplication_window') > 0)`,
    name,
  );
  await Promise.all(
    filled.map(({ table }) =>
      server.command({
        query: 'TRUNCATE TABLE {name:Identifier}.{table:Identifier}',
        query_params: { name, table },
      }),
    ),
  );
  return true;
};

/**
 * A columnar database with the tables and views of all suites. It is taken or created before its first statement,
 * because many suites have no events.
 */
export const openSuiteColumnar = (stores: TestStores): SuiteColumnar => {
  const server = connectColumnar({ socket: stores.clickhouse }, 'default');
  let opening: Promise<{ readonly database: Database; readonly client: Columnar }> | undefined;
  let isApart = false;
  let isClosed = false;
  const running = new Set<Promise<unknown>>();
  const open = () =>
    (opening ??= (async () => {
      const database = emptied.pop() ?? (await createDatabase(server, stores));
      return { database, client: connectColumnar({ socket: stores.clickhouse }, database.name) };
    })());
  const send = async (key: string | symbol, args: readonly unknown[]): Promise<unknown> => {
    if (isClosed) throw new Error('the suite has ended');
    const { client } = await open();
    return (Reflect.get(client, key) as (...all: readonly unknown[]) => Promise<unknown>).apply(client, [
      ...args,
    ]);
  };
  const columnar = new Proxy(connectColumnar({ socket: stores.clickhouse }, 'default'), {
    get: (target, key) => {
      const found = Reflect.get(target, key) as unknown;
      if (typeof found !== 'function') return found;
      if (!STATEMENTS.has(key)) return found.bind(target) as unknown;
      return (...args: readonly unknown[]) => {
        const sent = send(key, args);
        running.add(sent);
        const end = () => running.delete(sent);
        sent.then(end, end);
        return sent;
      };
    },
  });
  return {
    columnar,
    database: async () => (await open()).database.name,
    keepApart: () => {
      isApart = true;
    },
    close: async () => {
      isClosed = true;
      await Promise.allSettled(running);
      if (opening !== undefined) {
        const { database, client } = await opening;
        await client.close();
        if (!isApart && (await empty(server, database).catch(() => false))) emptied.push(database);
        else
          await server.command({
            query: 'DROP DATABASE {name:Identifier}',
            query_params: { name: database.name },
          });
      }
      await Promise.all([server.close(), columnar.close()]);
    },
  };
};
