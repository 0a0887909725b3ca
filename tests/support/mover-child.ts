import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import pino from 'pino';
import { DEFAULT_SLICE } from '../../server/platform/slice-names.ts';
import { moveProduct } from '../../server/slices/moves/move-product.ts';
import { removeMovedRows } from '../../server/slices/moves/remove-moved-rows.ts';
import { createSlices } from '../../server/slices/slices.ts';
import { connectColumnar } from '../../server/store/clickhouse/connect.ts';
import type { Columnar } from '../../server/store/clickhouse/engine/columnar.ts';
import { createPool } from '../../server/store/postgres/engine/connect.ts';
import * as schema from '../../server/store/postgres/schema/index.ts';
import type { MoverTask } from './mover.ts';

// Moves a product in a process of its own, or removes the rows that it left, and kills itself at a statement.
const task = JSON.parse(process.argv[2] ?? '') as MoverTask;
/** Time in ms by which a killed process outlives the beginning of its last statement. */
const SENT_WITHIN_MS = 2;
let statements = 0;

/** Ends the process at this moment: no statement is sent after the signal. */
const end = (): void => {
  process.kill(process.pid, 'SIGKILL');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
};

/** Called before each statement. */
const countStatement = (text: string): void => {
  if (task.containing !== undefined && !text.includes(task.containing)) return;
  statements += 1;
  if (statements !== task.statement) return;
  if (task.when === 'before') end();
  setTimeout(end, SENT_WITHIN_MS);
};

const { query: send } = pg.Client.prototype;
pg.Client.prototype.query = function query(this: pg.Client, ...args: unknown[]): unknown {
  const [first] = args as [string | { readonly text?: string }];
  countStatement(typeof first === 'string' ? first : (first.text ?? ''));
  return (send as (...all: readonly unknown[]) => unknown).apply(this, args);
} as typeof send;

const STATEMENTS: ReadonlySet<string | symbol> = new Set(['command', 'exec', 'insert', 'query']);
const openSlice = (name: string, database: string) => ({
  name,
  columnar: new Proxy(connectColumnar({ socket: task.clickhouse }, database), {
    get: (target, key) => {
      const found = Reflect.get(target, key) as unknown;
      if (typeof found !== 'function' || !STATEMENTS.has(key)) return found;
      return (request: { readonly query: string }) => {
        countStatement(request.query);
        return (found as (one: object) => unknown).call(target, request);
      };
    },
  }) as Columnar,
});

const log = pino({ level: 'warn' }, pino.destination({ fd: 2, sync: true }));
const pool = createPool({ connectionString: task.databaseUrl, application_name: 'mover', max: 4 }, log);
const db = drizzle(pool, { schema });
const slices = createSlices(
  [openSlice(DEFAULT_SLICE, task.databases.default), openSlice('east', task.databases.east)],
  db,
);
if (task.work === 'move') await moveProduct({ db, slices }, task.product, 'east', () => undefined);
else await removeMovedRows({ db, slices, log }, 0);
process.exit(0);
