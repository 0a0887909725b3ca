import { chmod } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Columnar } from '../server/store/clickhouse/engine/columnar.ts';
import { withCompany, type BenchCompany } from './company.ts';
import { PRODUCT } from './events.ts';
import { millions, ms, timed } from './measure.ts';
import { openDuckdb } from './rivals/duckdb.ts';
import { openPostgres } from './rivals/postgres.ts';
import { RIVAL_QUERIES, type Answer, type RivalParameters } from './rivals/queries.ts';
import type { Dump, Rival } from './rivals/rival.ts';
import type { Row } from './table.ts';

/**
 * Equal queries over equal rows in plain PostgreSQL, in DuckDB, and in Touchpath from rollups and from events. All
 * answers must be equal before times are measured. The best of several rounds counts, because the machine may be busy.
 */
const ROUNDS = { derived: 9, events: 2, rival: 2 };
/** How many times as fast reports from rollups are to be, at 10 M contacts. */
const ROLLUPS_GOALS = { postgres: 20, duckdb: 3 } as const;
/** What a report from the events may take, in times of DuckDB's answer of the same run. */
const EVENTS_GOAL = 'events <= 2 times DuckDB';

const write = async (columnar: Columnar, query: string, file: string): Promise<string> => {
  const { stream } = await columnar.exec({
    query: `${query} FORMAT CSV`,
    clickhouse_settings: { max_execution_time: 600 },
  });
  await pipeline(stream, createWriteStream(file));
  await chmod(file, 0o644);
  return file;
};

/** Exports the events to files. Visitor ids are signed, because PostgreSQL has no unsigned integers. */
const dumpOf = async ({ parts: { columnar }, folder, categories }: BenchCompany): Promise<Dump> => ({
  contact: await write(
    columnar,
    `SELECT product_id, reinterpretAsInt64(visitor_id), ts, interaction_id, ad_id, landing_url, if(bot, 'true', 'false'), if(repeated, 'true', 'false'), click_cost FROM contact WHERE product_id = ${PRODUCT}`,
    join(folder, 'contact.csv'),
  ),
  conversion: await write(
    columnar,
    `SELECT product_id, reinterpretAsInt64(visitor_id), ts, conversion_id, cv_type, amount, if(bot, 'true', 'false') FROM conversion WHERE product_id = ${PRODUCT}`,
    join(folder, 'conversion.csv'),
  ),
  ads: Array.from({ length: 200 }, (_, n) => ({ id: n + 1, category: categories[n % 12] ?? 0 })),
});

const answerOf = async (rival: Rival, { sql }: RivalParameters): Promise<Answer> =>
  new Map(
    (await rival.ask(sql)).map(row => {
      const [key, ...values] = row;
      return [String(key), values.map(value => Number(value ?? 0))];
    }),
  );

/** First difference of two answers; null: equal. Touchpath computes shares in billionths, the others in doubles. */
const difference = (ours: Answer, theirs: Answer): string | null => {
  const close = (a: number, b: number) => Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(a), Math.abs(b));
  for (const key of new Set([...ours.keys(), ...theirs.keys()])) {
    const [a, b] = [ours.get(key) ?? [], theirs.get(key) ?? []];
    if (
      Array.from({ length: Math.max(a.length, b.length) }, (_, index) =>
        close(a[index] ?? 0, b[index] ?? 0),
      ).includes(false)
    )
      return `${key}: ${a.join(' ')} here, ${b.join(' ')} there`;
  }
  return null;
};

const best = async (rounds: number, work: () => Promise<unknown>): Promise<number> => {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await timed(work));
  return Math.min(...times);
};

const against = async (rival: Rival, made: BenchCompany, goal: string): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const query of RIVAL_QUERIES) {
    const ours = await query.ours(made, { source: 'derived' });
    const found =
      difference(ours, await query.ours(made, { source: 'events' })) ??
      difference(ours, await answerOf(rival, query));
    if (found !== null) throw new Error(`${query.name}: ${rival.name} returns another answer: ${found}`);
    const [derived, events] = [
      await best(ROUNDS.derived, () => query.ours(made, { source: 'derived' })),
      await best(ROUNDS.events, () => query.ours(made, { source: 'events' })),
    ];
    const theirs = await best(ROUNDS.rival, () => rival.ask(query.sql));
    process.stderr.write(
      `  ${query.name}: ${ms(derived)}, ${ms(events)} from events, ${rival.name} ${ms(theirs)}\n`,
    );
    rows.push({
      name: `${query.name}, ${millions(made.contacts)} contacts`,
      ours: `${ms(derived)} (${ms(events)} from events)`,
      reference: `${ms(theirs)} ${rival.name}`,
      ratio: `${(theirs / derived).toFixed(1)} (${(theirs / events).toFixed(1)}) times as fast`,
      goal,
    });
  }
  return rows;
};

/** Measures each size, in contacts. If DuckDB cannot be installed, a row states the reason. */
export const benchRivals = async (sizes: readonly number[]): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const size of sizes) {
    rows.push(
      ...(await withCompany(size, async made => {
        const dump = await dumpOf(made);
        const found: Row[] = [];
        const isLarge = made.contacts >= 9e6;
        for (const [open, goal] of [
          [openPostgres, isLarge ? `>= ${ROLLUPS_GOALS.postgres} times` : ''],
          [openDuckdb, `${isLarge ? `>= ${ROLLUPS_GOALS.duckdb} times; ` : ''}${EVENTS_GOAL}`],
        ] as const) {
          let rival: Rival;
          try {
            rival = await open(made.folder, dump);
          } catch (error) {
            found.push({
              name: `${millions(made.contacts)} contacts`,
              ours: '',
              reference: (error as Error).message,
              ratio: '',
              goal: '',
            });
            continue;
          }
          try {
            found.push(...(await against(rival, made, goal)));
          } finally {
            await rival.close();
          }
        }
        return found;
      })),
    );
  }
  return rows;
};
