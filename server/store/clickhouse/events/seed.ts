import { Readable } from 'node:stream';
import type { Columnar } from '../engine/columnar.ts';

/**
 * Fast loading of a demo company's events. Individual values of an event are sent as a short line; shared values (user
 * agents, landing pages, referrers) are sent once and joined in the store. Page views and impressions are generated
 * there from hashes. Half a GB of rows is sent as 50 MB.
 */

/**
 * A click with sequence numbers and indices of the lookup lists: the columns of `seed_contact` in order. `pages` page
 * views follow the click, numbered from `pageSequence`.
 */
export interface SeedClick {
  readonly productId: number;
  readonly visitor: number;
  readonly ts: number;
  readonly sequence: number;
  readonly adId: number;
  readonly redirectId: number;
  readonly lpoNumber: number;
  readonly landing: number;
  readonly referrer: number;
  readonly client: number;
  readonly ip: string;
  readonly bot: boolean;
  readonly repeated: boolean;
  readonly sends: number;
  readonly clickCost: number;
  readonly pages: number;
  readonly pageSequence: number;
}

export interface SeedGoal {
  readonly productId: number;
  readonly ts: number;
  readonly conversionId: string;
  readonly visitorId: string;
  readonly cvType: number;
  readonly cvSettingId: number;
  readonly origin: string;
  readonly args: string;
  readonly userId: string;
  readonly otherKey1: string;
  readonly otherKey2: string;
  readonly otherKey3: string;
  readonly amount: number;
  readonly url: string;
  readonly referrer: string;
  readonly ip: string;
  readonly bot: boolean;
  readonly client: number;
}

export interface SeedViews {
  readonly productId: number;
  readonly adId: number;
  readonly day: number;
  readonly count: number;
  readonly sequence: number;
}

/** A browser as the collector describes it. */
export interface SeedClient {
  readonly ua: string;
  readonly device: string;
  readonly os: string;
  readonly osVer: string;
  readonly browser: string;
  readonly browserVer: string;
}

export interface SeedEvents {
  readonly contacts: readonly SeedClick[];
  readonly conversions: readonly SeedGoal[];
  readonly impressions: readonly SeedViews[];
  readonly landings: readonly string[];
  readonly referrers: readonly string[];
  readonly clients: readonly SeedClient[];
  readonly pages: ReadonlyMap<number, readonly string[]>;
  /** Latest time of an event, in ms since 1970. */
  readonly until: number;
}

const EVENT_TABLES = ['contact', 'access', 'conversion', 'impression'] as const;
type EventTable = (typeof EVENT_TABLES)[number];
/** Epoch of server/platform/ids.ts in ms: an id is (ms since then << 22) + its sequence number. */
const ID_EPOCH = 1_577_836_800_000;
const STAGES: Readonly<Record<string, string>> = {
  seed_contact: `product_id UInt32, visitor UInt32, ms Int64, sequence UInt32, ad_id UInt32, redirect_id UInt32, lpo_number UInt8, landing UInt16, referrer UInt16, client UInt16,
    ip IPv6, bot UInt8, repeated UInt8, sends UInt8, click_cost Decimal(10, 2), pages UInt8, page_sequence UInt32,
    visitor_id UInt64 ALIAS visitor * 11400714819323198485, interaction_id UInt64 ALIAS bitShiftLeft(toUInt64(ms - ${ID_EPOCH}), 22) + sequence`,
  seed_conversion: `product_id UInt32, ms Int64, conversion_id UInt64, visitor_id UInt64, cv_type UInt8, cv_setting_id UInt32, origin String, args String, user_id String,
    other_key1 String, other_key2 String, other_key3 String, amount UInt64, url String, referrer String, ip IPv6, bot UInt8, client UInt16`,
  seed_impression: 'product_id UInt32, ad_id UInt32, day Int64, number UInt32, sequence UInt32',
  seed_client:
    'client UInt16, ua String, device String, os String, os_ver String, browser String, browser_ver String',
  seed_text: "kind Enum8('landing' = 1, 'referrer' = 2), n UInt16, text String",
  seed_page: 'product_id UInt32, n UInt8, page String',
};
/**
 * Settings of one large insert: large blocks, so that each month has few parts, but small enough for a query of the
 * smallest engine (256 MB).
 */
const BULK = {
  max_execution_time: 120,
  min_insert_block_size_rows: '100000',
  min_insert_block_size_bytes: '0',
  max_insert_block_size: '100000',
  max_insert_threads: '1',
} as const;

/** Lines in chunks of about 4 MB, generated while the store reads. */
function* lines<Row>(rows: readonly Row[], line: (row: Row) => string): Generator<Buffer> {
  for (let at = 0; at < rows.length; at += 40_000)
    yield Buffer.from(
      `${rows
        .slice(at, at + 40_000)
        .map(line)
        .join('\n')}\n`,
    );
}

/** Number of pages per product: shorter lists are repeated, so that one hash selects a page. */
const PAGES = 12;

const textRow = (kind: string) => (line: string, n: number) => [kind, n, line];

const dropStages = async (columnar: Columnar): Promise<void> => {
  for (const table of Object.keys(STAGES))
    await columnar.command({ query: `DROP TABLE IF EXISTS ${table} SYNC` });
};

const createStages = async (columnar: Columnar): Promise<void> => {
  await dropStages(columnar);
  for (const [table, columns] of Object.entries(STAGES))
    await columnar.command({ query: `CREATE TABLE ${table} (${columns}) ENGINE = Memory` });
};

/** Inserts shared values into staging tables. */
const stageLookups = async (columnar: Columnar, events: SeedEvents): Promise<void> => {
  await columnar.insert({
    table: 'seed_text',
    format: 'JSONCompactEachRow',
    values: [...events.landings.map(textRow('landing')), ...events.referrers.map(textRow('referrer'))],
  });
  await columnar.insert({
    table: 'seed_page',
    format: 'JSONCompactEachRow',
    values: [...events.pages].flatMap(([productId, pages]) =>
      Array.from({ length: PAGES }, (_, n) => [productId, n, pages[n % pages.length]]),
    ),
  });
  await columnar.insert({
    table: 'seed_client',
    format: 'JSONCompactEachRow',
    values: events.clients.map((c, n) => [n, c.ua, c.device, c.os, c.osVer, c.browser, c.browserVer]),
  });
};

/** The columns of `seed_conversion` in order. */
const conversionRow = (c: SeedGoal): readonly (string | number)[] => [
  c.productId,
  c.ts,
  c.conversionId,
  c.visitorId,
  c.cvType,
  c.cvSettingId,
  c.origin,
  c.args,
  c.userId,
  c.otherKey1,
  c.otherKey2,
  c.otherKey3,
  c.amount,
  c.url,
  c.referrer,
  c.ip,
  +c.bot,
  c.client,
];

/** Inserts the events into staging tables, one line each. */
const stageEvents = async (columnar: Columnar, events: SeedEvents): Promise<void> => {
  await columnar.insert({
    table: 'seed_contact',
    format: 'TabSeparated',
    values: Readable.from(
      lines(
        events.contacts,
        c =>
          `${c.productId}\t${c.visitor}\t${c.ts}\t${c.sequence}\t${c.adId}\t${c.redirectId}\t${c.lpoNumber}\t${c.landing}\t${c.referrer}\t${c.client}\t${c.ip}\t${+c.bot}\t${+c.repeated}\t${c.sends}\t${c.clickCost}\t${c.pages}\t${c.pageSequence}`,
      ),
      { objectMode: false },
    ),
  });
  await columnar.insert({
    table: 'seed_conversion',
    format: 'JSONCompactEachRow',
    values: events.conversions.map(conversionRow),
  });
  await columnar.insert({
    table: 'seed_impression',
    format: 'TabSeparated',
    values: Readable.from(
      lines(events.impressions, i => `${i.productId}\t${i.adId}\t${i.day}\t${i.count}\t${i.sequence}`),
      { objectMode: false },
    ),
  });
};

/** Columns of a browser, shared by events. */
const CLIENT = 'k.ua, k.device, k.os, k.os_ver, k.browser, k.browser_ver';
const INSERT_CONTACTS = `INSERT INTO contact (product_id, visitor_id, ts, interaction_id, ad_id, redirect_id, lpo_number, landing_url, referrer, ip, bot, repeated,
      ua, device, os, os_ver, browser, browser_ver, xclid, media_session_id, media_management1, media_management2, media_management3, click_cost)
    SELECT s.product_id, s.visitor_id, fromUnixTimestamp64Milli(s.ms, 'UTC'), s.interaction_id, s.ad_id, s.redirect_id, s.lpo_number, l.text, r.text, s.ip, s.bot, s.repeated, ${CLIENT},
      if(bitAnd(s.sends, 1) > 0, concat('c-', toString(s.interaction_id)), ''), if(bitAnd(s.sends, 2) > 0, concat('s-', toString(s.interaction_id)), ''),
      if(bitAnd(s.sends, 4) > 0, concat('ad', toString(s.ad_id)), ''), if(bitAnd(s.sends, 8) > 0, concat('媒体', toString(s.ad_id % 7)), ''),
      if(bitAnd(s.sends, 16) > 0, concat('k&3=', toString(s.ad_id % 3)), ''), s.click_cost
    FROM seed_contact AS s
    INNER JOIN seed_client AS k ON k.client = s.client
    INNER JOIN (SELECT n, text FROM seed_text WHERE kind = 'landing') AS l ON l.n = s.landing
    INNER JOIN (SELECT n, text FROM seed_text WHERE kind = 'referrer') AS r ON r.n = s.referrer`;
const INSERT_CONVERSIONS = `INSERT INTO conversion (product_id, ts, conversion_id, visitor_id, cv_type, cv_setting_id, origin, args, user_id, other_key1, other_key2, other_key3, amount, url, referrer,
      ip, bot, ua, device, os, os_ver, browser, browser_ver)
    SELECT s.product_id, fromUnixTimestamp64Milli(s.ms, 'UTC'), s.conversion_id, s.visitor_id, s.cv_type, s.cv_setting_id, s.origin, s.args, s.user_id, s.other_key1, s.other_key2, s.other_key3,
      s.amount, s.url, s.referrer, s.ip, s.bot, ${CLIENT}
    FROM seed_conversion AS s INNER JOIN seed_client AS k ON k.client = s.client`;
// The first page view is the landing page one second after the click; each later one follows after about half a minute.
const INSERT_ACCESSES = `INSERT INTO access (product_id, visitor_id, ts, access_id, interaction_id, ad_id, access_url, query, referrer, ip, bot, ua, device, os, os_ver, browser, browser_ver)
    SELECT s.product_id, s.visitor_id, fromUnixTimestamp64Milli(at, 'UTC'), bitShiftLeft(toUInt64(at - ${ID_EPOCH}), 22) + s.page_sequence + view, s.interaction_id, s.ad_id,
      if(view = 0, l.text, p.page), '', if(view = 0, r.text, l.text), s.ip, s.bot, ${CLIENT}
    FROM (SELECT *, visitor_id, interaction_id, arrayJoin(range(pages)) AS view, ms + 700 + cityHash64(interaction_id) % 900 + view * (9000 + cityHash64(interaction_id, 'pause') % 47000) AS at,
      toUInt8(cityHash64(interaction_id, view) % ${PAGES}) AS page FROM seed_contact WHERE pages > 0) AS s
    INNER JOIN seed_client AS k ON k.client = s.client
    INNER JOIN seed_page AS p ON p.product_id = s.product_id AND p.n = s.page
    INNER JOIN (SELECT n, text FROM seed_text WHERE kind = 'landing') AS l ON l.n = s.landing
    INNER JOIN (SELECT n, text FROM seed_text WHERE kind = 'referrer') AS r ON r.n = s.referrer
    WHERE at <= {until:Int64}`;
const INSERT_IMPRESSIONS = `INSERT INTO impression (product_id, ad_id, ts, impression_id, visitor_id, ip, bot)
    SELECT product_id, ad_id, fromUnixTimestamp64Milli(at, 'UTC'), bitShiftLeft(toUInt64(at - ${ID_EPOCH}), 22) + sequence + k, greatest(1, cityHash64(ad_id, day, intDiv(k, 2))),
      toIPv6(concat('::ffff:100.', toString(64 + cityHash64(ad_id, day, k) % 64), '.', toString(bitShiftRight(cityHash64(ad_id, day, k), 8) % 256), '.', toString(1 + bitShiftRight(cityHash64(ad_id, day, k), 16) % 254))), 0
    FROM (SELECT *, arrayJoin(range(number)) AS k,
      day + 3600000 * arrayElement([8, 12, 13, 15, 18, 19, 20, 20, 21, 21, 22, 23, 7, 9, 10, 11, 14, 16, 17, 22, 0, 1, 20, 21], 1 + cityHash64(ad_id, day, k, 'hour') % 24) + cityHash64(ad_id, day, k, 'ms') % 3600000 AS at
      FROM seed_impression)
    WHERE at <= {until:Int64}`;

const countEvents = async (
  columnar: Columnar,
  productIds: readonly number[],
): Promise<Record<EventTable, number>> => {
  const counted: Partial<Record<EventTable, number>> = {};
  for (const table of EVENT_TABLES) {
    const answer = await columnar.query({
      query: `SELECT count() AS n FROM ${table} WHERE product_id IN ({ids:Array(UInt32)})`,
      query_params: { ids: productIds },
      format: 'JSON',
    });
    counted[table] = Number((await answer.json<{ n: string }>()).data[0]?.n ?? 0);
  }
  return counted as Record<EventTable, number>;
};

/**
 * Stores a company's events. The tables must not have events of its products yet.
 * @returns number of stored rows by table
 */
export const insertEvents = async (
  columnar: Columnar,
  events: SeedEvents,
): Promise<Record<EventTable, number>> => {
  await createStages(columnar);
  await stageLookups(columnar, events);
  await stageEvents(columnar, events);
  for (const query of [INSERT_CONTACTS, INSERT_CONVERSIONS, INSERT_ACCESSES, INSERT_IMPRESSIONS])
    await columnar.command({ query, query_params: { until: events.until }, clickhouse_settings: BULK });
  const counted = await countEvents(columnar, [...events.pages.keys()]);
  await dropStages(columnar);
  return counted;
};
