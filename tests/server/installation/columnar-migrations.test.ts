import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { connectColumnar } from '../../../server/store/clickhouse/connect.ts';
import type { Columnar } from '../../../server/store/clickhouse/engine/columnar.ts';
import { migrateColumnar, SCHEMA_GENERATION } from '../../../server/store/clickhouse/migrations/migrate.ts';
import { readSchemaState } from '../../../server/store/clickhouse/migrations/schema-check.ts';
import { SettingError } from '../../../server/platform/settings.ts';
import { isLong, limit } from '../../support/long.ts';

/** Migrations of ClickHouse that are killed between any two statements, and databases of newer versions. */
const { clickhouse } = inject('stores');
const server = connectColumnar({ socket: clickhouse }, 'default');
const names: string[] = [];

const createDatabase = async (): Promise<{ readonly name: string; readonly columnar: Columnar }> => {
  const name = `migrated_${randomUUID().replaceAll('-', '')}`;
  names.push(name);
  await server.command({ query: `CREATE DATABASE ${name} ENGINE = Atomic` });
  return { name, columnar: connectColumnar({ socket: clickhouse }, name) };
};
const definitionsOf = async (columnar: Columnar): Promise<string[]> => {
  const answer = await columnar.query({
    query:
      "SELECT replaceAll(create_table_query, currentDatabase(), 'd') AS made FROM system.tables WHERE database = currentDatabase() ORDER BY name",
    format: 'JSON',
  });
  return (await answer.json<{ made: string }>()).data.map(({ made }) => made);
};

/** A process that is killed before its n-th change of the store. */
const dyingBefore = (columnar: Columnar, changes: number) => {
  let sent = 0;
  const counted =
    <Asks, Answer>(call: (asks: Asks) => Promise<Answer>) =>
    (asks: Asks): Promise<Answer> => {
      sent += 1;
      return sent > changes ? Promise.reject(new Error('killed')) : call(asks);
    };
  const calls: Readonly<Record<string | symbol, unknown>> = {
    command: counted(columnar.command.bind(columnar)),
    insert: counted(columnar.insert.bind(columnar)),
  };
  return {
    columnar: new Proxy(columnar, {
      get: (target, key) => calls[key] ?? (Reflect.get(target, key) as unknown),
    }),
    sent: () => sent,
  };
};

let complete: string[];
let total: number;
beforeAll(async () => {
  const { columnar } = await createDatabase();
  const counting = dyingBefore(columnar, Number.POSITIVE_INFINITY);
  await migrateColumnar(counting.columnar);
  [complete, total] = [await definitionsOf(columnar), counting.sent()];
  await columnar.close();
});
afterAll(async () => {
  for (const name of names) await server.command({ query: `DROP DATABASE IF EXISTS ${name}` });
  await server.close();
});

it(
  'a migration that is killed between two statements is completed by the next start',
  async () => {
    expect(total).toBeGreaterThan(100);
    const points = isLong
      ? Array.from({ length: total }, (_, changes) => changes)
      : [1 + Math.floor(Math.random() * (total - 1))];
    for (const changes of points) {
      const { name, columnar } = await createDatabase();
      await expect(migrateColumnar(dyingBefore(columnar, changes).columnar), String(changes)).rejects.toThrow(
        'killed',
      );
      expect((await readSchemaState(columnar)).isMigrated, String(changes)).toBe(false);
      await migrateColumnar(columnar);
      expect(await definitionsOf(columnar), String(changes)).toEqual(complete);
      expect(await readSchemaState(columnar)).toEqual({ missing: [], isMigrated: true });
      await columnar.command({ query: `DROP DATABASE ${name}` });
      await columnar.close();
    }
  },
  limit(120_000),
);

it('a version refuses a database from which a newer one has removed what it needs', async () => {
  const { columnar } = await createDatabase();
  await migrateColumnar(columnar);
  const note = (generation: number) =>
    columnar.insert({
      table: 'completed_migration',
      format: 'JSONEachRow',
      values: [{ statements: 'of another version', tables: 'x', generation }],
    });
  // Another version of the same generation works beside this one, newer or not.
  await note(SCHEMA_GENERATION);
  await migrateColumnar(columnar);
  await note(SCHEMA_GENERATION + 1);
  const before = await definitionsOf(columnar);
  await expect(migrateColumnar(columnar)).rejects.toThrow(SettingError);
  await expect(migrateColumnar(columnar)).rejects.toThrow(/newer version .*install it/);
  expect(await definitionsOf(columnar)).toEqual(before);
  await columnar.close();
});
