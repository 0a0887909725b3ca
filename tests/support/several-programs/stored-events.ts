import { expect } from 'vitest';
import type { Columnar } from '../../../server/store/clickhouse/engine/columnar.ts';
import type { NaiveContact, NaiveConversion } from '../naive.ts';
import type { Visit, Visitors } from './visitors.ts';

interface ContactRow {
  readonly id: string;
  readonly visitor: string;
  readonly ts: string;
  readonly ad: number;
  readonly bot: number;
  readonly repeated: number;
  readonly device: string;
}
interface ConversionRow {
  readonly id: string;
  readonly visitor: string;
  readonly ts: string;
  readonly order: string;
  readonly amount: string;
  readonly type: number;
  readonly bot: number;
}

const rowsOf = async <Row>(columnar: Columnar, query: string): Promise<Row[]> =>
  (await columnar.query({ query, format: 'JSONEachRow' })).json<Row>();

/** What the store has of all products, each event as often as it is stored, in the order of a path. */
export interface StoredEvents {
  readonly contacts: readonly ContactRow[];
  readonly conversions: readonly ConversionRow[];
}

export const readStoredEvents = async (columnar: Columnar): Promise<StoredEvents> => ({
  contacts: await rowsOf<ContactRow>(
    columnar,
    `SELECT toString(interaction_id) AS id, toString(visitor_id) AS visitor, toString(toUnixTimestamp64Milli(ts)) AS ts,
      ad_id AS ad, bot, repeated, device FROM contact ORDER BY contact.ts, interaction_id`,
  ),
  conversions: await rowsOf<ConversionRow>(
    columnar,
    `SELECT toString(conversion_id) AS id, toString(visitor_id) AS visitor, toString(toUnixTimestamp64Milli(ts)) AS ts,
      args AS order, toString(amount) AS amount, cv_type AS type, bot FROM conversion ORDER BY conversion.ts, conversion_id`,
  ),
});

/** Copies the rows of a table to another store, which may be another server. */
export const copyRows = async (from: Columnar, to: Columnar, table: string): Promise<void> => {
  const answer = await from.query({
    query: `SELECT * FROM ${table}`,
    format: 'JSONEachRow',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 1 },
  });
  const rows = await answer.json<object>();
  if (rows.length > 0) await to.insert({ table, values: rows, format: 'JSONEachRow' });
};

const repeatedIn = (list: readonly string[]): string[] => {
  const seen = new Set<string>();
  return list.filter(one => seen.has(one) || !seen.add(one));
};

/** Acknowledged events that the store lacks. */
export const findLostEvents = async (columnar: Columnar, { visits }: Visitors): Promise<string[]> => {
  const stored = await rowsOf<{ key: string }>(
    columnar,
    'SELECT toString(interaction_id) AS key FROM contact UNION ALL SELECT args AS key FROM conversion',
  );
  const found = new Set(stored.map(({ key }) => key));
  return visits
    .flatMap(({ contacts, orders }) => [...contacts.map(({ id }) => id), ...orders.map(({ order }) => order)])
    .filter(key => !found.has(key));
};

/** Expects nothing twice, and nothing that nobody sent. */
const expectEachOnce = ({ contacts, conversions }: StoredEvents, visitors: Visitors): void => {
  expect(repeatedIn(contacts.map(({ id }) => id))).toEqual([]);
  expect(repeatedIn(conversions.map(({ order }) => order))).toEqual([]);
  const clicks = new Set(visitors.visits.flatMap(visit => visit.contacts.map(({ id }) => id)));
  expect(contacts.filter(({ id }) => !clicks.has(id)).length).toBeLessThanOrEqual(visitors.unknownClicks);
  const orders = new Set(visitors.visits.flatMap(visit => visit.orders.map(({ order }) => order)));
  expect(conversions.filter(({ order }) => !orders.has(order) && !visitors.unknownOrders.has(order))).toEqual(
    [],
  );
};

/** The path of each order in the store, by its times: the ids of the visitor's contacts until then. */
const pathsOf = ({ contacts, conversions }: StoredEvents) => {
  const byVisitor = new Map<string, ContactRow[]>();
  for (const contact of contacts)
    byVisitor.set(contact.visitor, [...(byVisitor.get(contact.visitor) ?? []), contact]);
  return new Map(
    conversions.map(({ order, visitor, ts, amount, type }) => {
      const path = (byVisitor.get(visitor) ?? []).filter(contact => Number(contact.ts) <= Number(ts));
      return [
        order,
        { path: path.map(({ id, ad }) => ({ id, ad })), amount: Number(amount), isLast: type === 1 },
      ];
    }),
  );
};

/** Expects the path of each order to be what its visitor saw, whichever collectors and clocks took part. */
const expectPaths = (stored: StoredEvents, visits: readonly Visit[]): void => {
  const paths = pathsOf(stored);
  const expected = visits.flatMap(({ contacts, orders }) =>
    orders.map(({ order, amount, isLast, contacts: count }) => ({
      order,
      path: contacts.slice(0, count),
      amount,
      isLast,
    })),
  );
  expect(expected.map(({ order }) => ({ order, ...paths.get(order) }))).toEqual(expected);
};

/** Waits until every acknowledged event is stored. Expects each once, in the order in which its visitor caused it. */
export const expectConserved = async (columnar: Columnar, visitors: Visitors): Promise<StoredEvents> => {
  await expect.poll(() => findLostEvents(columnar, visitors), { timeout: 90_000, interval: 250 }).toEqual([]);
  const stored = await readStoredEvents(columnar);
  expectEachOnce(stored, visitors);
  expectPaths(stored, visitors.visits);
  return stored;
};

/** The events for a naive report. */
export const naiveEventsOf = (
  { contacts, conversions }: StoredEvents,
  product: number,
): { readonly contacts: readonly NaiveContact[]; readonly conversions: readonly NaiveConversion[] } => {
  const visitors = new Map<string, number>();
  const visitorOf = (id: string): number => {
    const known = visitors.get(id) ?? visitors.size + 1;
    visitors.set(id, known);
    return known;
  };
  return {
    contacts: contacts.map(({ id, visitor, ts, ad, bot, repeated, device }) => ({
      id: BigInt(id),
      product,
      visitor: visitorOf(visitor),
      ts: Number(ts),
      ad,
      ip: '127.0.0.1',
      bot: bot === 1,
      repeated: repeated === 1,
      cost: 0,
      device,
    })),
    conversions: conversions.map(({ id, visitor, ts, amount, type, bot }) => ({
      id: BigInt(id),
      product,
      visitor: visitorOf(visitor),
      ts: Number(ts),
      last: type === 1,
      amount: Number(amount),
      ip: '127.0.0.1',
      bot: bot === 1,
    })),
  };
};
