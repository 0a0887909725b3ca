import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { openColumnar } from '../server/store/clickhouse/connect.ts';
import type { Columnar } from '../server/store/clickhouse/engine/columnar.ts';
import type { EventFilter, EventTable, Place } from '../server/store/clickhouse/logs/event-filter.ts';
import { countEvents, countNewer } from '../server/store/clickhouse/logs/event-counts.ts';
import { eventPage } from '../server/store/clickhouse/logs/event-log.ts';
import { ACCESSES, CONTACTS, CONVERSIONS } from '../server/store/clickhouse/logs/event-tables.ts';
import { CONTACT_COLUMNS } from '../server/store/clickhouse/logs/event-columns.ts';
import { median, type Row } from './table.ts';
import { insert } from './downloads.ts';
import { ownFolder } from '../tests/support/own-folder.ts';

/** Cost of a log's first page and of page 10,000 with 100 rows each, a million rows further, in alternating rounds. */

const PAGE = 100;
const DEEP = 10_000;
const ROWS = PAGE * DEEP * 1.2;
const TIMES = 9;

const client = `'Mozilla/5.0 (Windows NT 10.0; Win64; x64)', ['desktop', 'mobile'][1 + number % 2], 'Windows', '10', 'Chrome', '120'`;
const when = `toDateTime64('2026-02-01 00:00:00', 3, 'UTC') + toIntervalMillisecond(intDiv(number * 2419200000, {rows: UInt64}))`;
const visitor = `1 + cityHash64('visitor', number) % intDiv({rows: UInt64}, 3)`;
const id = 'bitShiftLeft(toUInt64(192844800000), 22) + number';

/** Inserts as many page views and conversions as contacts, of the same visitors. */
const fill = async (columnar: Columnar): Promise<void> => {
  await insert(columnar, 1, ROWS);
  const query_params = { rows: ROWS };
  await columnar.command({
    query: `INSERT INTO access (product_id, visitor_id, ts, access_id, interaction_id, ad_id, access_url, query, referrer, ip, bot, ua, device, os, os_ver, browser, browser_ver)
      SELECT 1, ${visitor}, ${when}, ${id}, 0, 1 + number % 20, concat('https://shop.example/lp?q=検索&id=', hex(cityHash64('url', number))), '', '', toIPv6('::ffff:203.0.113.9'), 0, ${client} FROM numbers({rows: UInt64})`,
    query_params,
  });
  await columnar.command({
    query: `INSERT INTO conversion (product_id, ts, conversion_id, visitor_id, cv_type, cv_setting_id, origin, args, user_id, other_key1, other_key2, other_key3, amount, url, referrer, ip, bot, ua, device, os, os_ver, browser, browser_ver)
      SELECT 1, ${when}, ${id}, ${visitor}, 1, 0, 'url', toString(number), '', '', '', '', 100, 'https://shop.example/thanks', '', toIPv6('::ffff:203.0.113.9'), 0, ${client} FROM numbers({rows: UInt64})`,
    query_params,
  });
  // Without a merge the newest rows would be in a small part and the older ones in a large one.
  for (const table of ['contact', 'access', 'conversion'])
    await columnar.command({ query: `OPTIMIZE TABLE ${table} FINAL` });
};

const filter: EventFilter = {
  productId: 1,
  from: Date.UTC(2026, 0, 1),
  until: Date.UTC(2026, 3, 1),
  conditions: [],
  excluded: [],
  trackingTerm: 180,
  performanceAds: [2, 3],
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
};

/** Position of the row before page 10,000. */
const deepPlace = async (columnar: Columnar, { table, id: name }: EventTable): Promise<Place> => {
  const answer = await columnar.query({
    query: `SELECT toUnixTimestamp64Milli(ts) AS ms, ${name} AS id FROM ${table} WHERE product_id = 1 ORDER BY ts DESC, ${name} DESC LIMIT 1 OFFSET {skip: UInt64}`,
    query_params: { skip: PAGE * (DEEP - 1) - 1 },
    format: 'JSONEachRow',
  });
  const [found] = await answer.json<{ ms: string; id: string }>();
  if (found === undefined) throw new Error('there are not enough rows');
  return { ms: Number(found.ms), id: found.id };
};

const ms = (value: number) => `${value.toFixed(0)} ms`;

const compare = async (
  columnar: Columnar,
  name: string,
  table: EventTable,
  which: EventFilter,
): Promise<Row> => {
  const deep = await deepPlace(columnar, table);
  const [first, last]: [number[], number[]] = [[], []];
  for (let n = 0; n < TIMES; n += 1) {
    first.push(
      await timed(() => eventPage(columnar, table, which, { after: null, limit: PAGE, show: 'counted' })),
    );
    last.push(
      await timed(() => eventPage(columnar, table, which, { after: deep, limit: PAGE, show: 'counted' })),
    );
  }
  return {
    name: `log of ${name}: page 10,000 against page 1`,
    ours: ms(median(last)),
    reference: ms(median(first)),
    ratio: (median(last) / median(first)).toFixed(2),
    goal: '≤ 1.3',
  };
};

export const benchLogs = async (): Promise<Row[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'touchpath-bench-logs-'));
  await chmod(dataDir, 0o755);
  const { columnar, close } = await openColumnar(
    { clickhouseUrl: null },
    ownFolder(dataDir),
    pino({ level: 'silent' }),
  );
  try {
    await fill(columnar);
    const rows = [
      await compare(columnar, 'contacts', CONTACTS, filter),
      await compare(columnar, 'page views', ACCESSES, filter),
      await compare(columnar, 'page views, of one device', ACCESSES, {
        ...filter,
        conditions: [
          {
            column: CONTACT_COLUMNS.device,
            condition: { field: 'device', kind: 'text', op: 'exact', values: ['mobile'] },
          },
        ],
      }),
      await compare(columnar, 'conversions', CONVERSIONS, filter),
      await compare(columnar, 'conversions, of an agency', CONVERSIONS, { ...filter, adIds: [2] }),
    ];
    const counted: number[] = [];
    const newer: number[] = [];
    for (let n = 0; n < TIMES; n += 1) {
      counted.push(await timed(() => countEvents(columnar, ACCESSES, filter)));
      newer.push(
        await timed(() =>
          countNewer(columnar, ACCESSES, filter, { ms: Date.UTC(2026, 1, 28), id: '0' }, 'counted'),
        ),
      );
    }
    return [
      ...rows,
      {
        name: 'log of page views: newer rows against a full count',
        ours: ms(median(newer)),
        reference: ms(median(counted)),
        ratio: (median(newer) / median(counted)).toFixed(2),
        goal: '–',
      },
    ];
  } finally {
    await close();
    await rm(dataDir, { recursive: true, force: true });
  }
};
