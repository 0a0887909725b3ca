import type { Columnar } from '../engine/columnar.ts';
import { excluded } from '../events/eligible.ts';
import { createPack, type Pack } from '../../../platform/packed-lines.ts';
import { shownAddress } from '../../../platform/event-address.ts';
import { before, credited, type EventFilter, type EventTable } from './event-filter.ts';
import { bounded, QUERY_SECONDS, settingsOf } from './event-query.ts';

/** Columns of every event. 64-bit ids are decimal strings; `ms` is ms since 1970. */
export interface StoredEvent {
  readonly event_id: string;
  readonly visitor_id: string;
  readonly ms: number;
  readonly ip: string;
  readonly bot: number;
  readonly repeated: number;
  readonly excluded: number;
}

type Raw = Record<string, unknown> & {
  readonly ms: string;
  readonly address: string;
  readonly event_id: string;
};

type ContactFacts = Readonly<Record<string, unknown>> & { readonly of_id: string; readonly of_ms: string };

/** Rows of a slice and their contact facts, outside the JavaScript heap. */
export interface Packs {
  readonly rows: Pack;
  readonly contactFacts: Pack;
}
export const createPacks = (): Packs => ({ rows: createPack(), contactFacts: createPack() });

const fill = async (
  pack: Pack,
  columnar: Columnar,
  query: string,
  query_params: Record<string, unknown>,
): Promise<void> => {
  pack.clear();
  await bounded(async () => {
    const answer = await columnar.query({
      query,
      query_params,
      format: 'JSONEachRow',
      clickhouse_settings: settingsOf(QUERY_SECONDS.slice),
    });
    for await (const rows of answer.stream()) for (const row of rows) pack.add(row.text);
  });
};

/**
 * Matches rows with their contact facts, both in order of the log. Rows inserted between the two queries are skipped.
 */
const createContactFactsReader = (pack: Pack) => {
  const pieces = pack.read<ContactFacts>();
  let piece: ContactFacts[] = [];
  let at = 0;
  return (id: bigint, ms: number): ContactFacts | null => {
    for (;;) {
      if (at === piece.length) {
        const next = pieces.next();
        if (next.done) return null;
        [piece, at] = [next.value, 0];
      }
      const one = piece[at]!;
      const of = BigInt(one.of_id);
      const msNewer = Number(one.of_ms) - ms;
      if (msNewer < 0 || (msNewer === 0 && of < id)) return null;
      at += 1;
      if (msNewer === 0 && of === id) return one;
    }
  };
};

/**
 * Reads the rows that satisfy `these`, with the facts of the contacts before each, in chunks. They can be read
 * repeatedly.
 */
export const readRows = async <Row extends StoredEvent>(
  columnar: Columnar,
  table: EventTable,
  filter: EventFilter,
  these: string,
  bound: Record<string, unknown>,
  packs: Packs,
): Promise<Iterable<Row[]>> => {
  await Promise.all([
    fill(
      packs.rows,
      columnar,
      `
      SELECT toUnixTimestamp64Milli(ts) AS ms, ${table.id} AS event_id, visitor_id, toString(ip) AS address, bot, ${table.repeats ? 'repeated' : '0 AS repeated'}, ${excluded(filter)} AS excluded, ${table.columns}
      FROM ${table.table} WHERE ${these} ORDER BY ts DESC, ${table.id} DESC LIMIT 1 BY ${table.id}`,
      bound,
    ),
    fill(
      packs.contactFacts,
      columnar,
      `SELECT * REPLACE (toUnixTimestamp64Milli(of_ms) AS of_ms) FROM (${before(table, filter, credited(table, filter, these))}) ORDER BY of_ms DESC, of_id DESC`,
      bound,
    ),
  ]);
  return {
    *[Symbol.iterator]() {
      const nextFacts = createContactFactsReader(packs.contactFacts);
      for (const piece of packs.rows.read<Raw>()) {
        for (const row of piece) {
          const ms = Number(row.ms);
          // The row is mutated: copies of objects with so many fields are several times larger and slow to create.
          Object.assign(row, nextFacts(BigInt(row.event_id), ms), { ms, ip: shownAddress(row.address) });
        }
        yield piece as unknown as Row[];
      }
    },
  };
};
