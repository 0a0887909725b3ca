import type { TProperties, TSchema } from '@fastify/type-provider-typebox';
import type { Viewer } from '../accounts/visibility.ts';
import type { CellOf } from '../downloads/cells.ts';
import type { Words } from '../downloads/words.ts';
import { Failure } from '../http/failures.ts';
import { timeOfId } from '../ids.ts';
import type { Parts } from '../parts.ts';
import { countEvents, countForPage, countNewer, createPacks, eventPage, eventSlice, SLICE, type EventCounts, type StoredEvent } from '../store/clickhouse/event-log.ts';
import type { EventTable, Place, Show } from '../store/clickhouse/event-filter.ts';
import type { PermissionKey } from '../store/postgres/schema.ts';
import { DAY } from '../time.ts';
import { writeCursor } from './cursor.ts';
import { EARLIEST, filterOf, LATEST, placeOf, readQuestion, type Narrow, type Question } from './question.ts';

/**
 * One of the logs of events: what its rows are, how they are shown and what they are narrowed by. Everything else is the same for all of them: pages by
 * key, whole files, counts of what is left out and of what is newer, one row by its id.
 */
export interface EventLog<Stored extends StoredEvent, Shown extends object> {
  /** As operations and files are called: `accesses`, and one row: `access`. */
  readonly list: string;
  readonly one: string;
  /** The message of its title. */
  readonly title: string;
  readonly summary: string;
  readonly permission: PermissionKey;
  readonly table: EventTable;
  /** A row as it is answered. */
  readonly row: { readonly schema: TSchema & { readonly properties: TProperties }; readonly ref: TSchema };
  /** What it is narrowed by, beside the ads: the parameters and what each does. */
  readonly filters: Readonly<Record<string, { readonly schema: TSchema; readonly narrow: Narrow }>>;
  /** Makes rows as they are answered: with the names that ads and settings have now. An agency is told of no ad that is not its own. */
  readonly showing: (db: Parts['db'], viewer: Viewer, productId: number, rows: Iterable<Stored>) => Promise<(row: Stored) => Shown>;
  /** How the values of its own columns stand in a file; undefined: as text, times and flags do. */
  readonly cellOf?: (column: string, words: Words) => CellOf | undefined;
}

type Stores = Pick<Parts, 'db' | 'columnar'>;

const narrowsOf = ({ filters }: EventLog<never, object>): Readonly<Record<string, Narrow>> => Object.fromEntries(Object.entries(filters).map(([name, { narrow }]) => [name, narrow]));
const totalOf = (counts: EventCounts, show: Show): number => (show === 'all' ? counts.counted + counts.bot + counts.repeated + counts.excluded : counts.counted);
const leftOutOf = ({ table }: EventLog<never, object>, { bot, repeated, excluded }: EventCounts) => ({ bot, ...(table.repeats && { repeated }), excluded_ip: excluded });
const NONE: EventCounts = { counted: 0, bot: 0, repeated: 0, excluded: 0 };
const placeOfRow = ({ ms, event_id }: StoredEvent): Place => ({ ms, id: event_id });

/**
 * A page of a log.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`
 */
export const readPage = async <Stored extends StoredEvent, Shown extends object>({ db, columnar }: Stores, log: EventLog<Stored, Shown>, viewer: Viewer, question: Question) => {
  const after = placeOf(question.after, 'after');
  const asked = await readQuestion(db, viewer, question, narrowsOf(log));
  const limit = question.limit ?? 100;
  // One row more than the page tells whether there is a next one.
  const [found, counts] = asked === null ? [[], after === null ? NONE : null] : await Promise.all([
    eventPage<Stored>(columnar, log.table, asked.filter, { after, limit: limit + 1, show: asked.show }),
    after === null ? countForPage(columnar, log.table, asked.filter) : null,
  ]);
  const rows = found.slice(0, limit);
  const [first] = rows;
  const last = rows.at(-1);
  return {
    results: rows.map(await log.showing(db, viewer, question.product_id, rows)),
    next: found.length > limit && last !== undefined ? writeCursor(placeOfRow(last)) : null,
    // Where there is no row yet, every row is newer.
    latest: after !== null ? null : writeCursor(first === undefined ? { ms: 0, id: '0' } : placeOfRow(first)),
    total: counts && totalOf(counts, asked?.show ?? 'counted'),
    left_out: counts && leftOutOf(log, counts),
  };
};

function* eachOf<Row>(pieces: Iterable<readonly Row[]>): Generator<Row> {
  for (const rows of pieces) yield* rows;
}

/**
 * The whole log that a question asks for: how many rows, and themselves, slice by slice as they are read.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`
 */
export const readAll = async <Stored extends StoredEvent, Shown extends object>(
  { db, columnar }: Stores, log: EventLog<Stored, Shown>, viewer: Viewer, question: Question, size = SLICE,
) => {
  const asked = await readQuestion(db, viewer, question, narrowsOf(log));
  const slices = async function* (): AsyncGenerator<Shown[]> {
    let after: Place | null = null;
    const packs = createPacks();
    while (asked !== null) {
      const { pieces, next }: Awaited<ReturnType<typeof eventSlice<Stored>>> = await eventSlice<Stored>(columnar, log.table, asked.filter, { after, limit: size, show: asked.show }, packs);
      const show = await log.showing(db, viewer, question.product_id, eachOf(pieces));
      // In pieces: whoever writes a file works on one without keeping everybody else waiting, and has it done with before the collector of garbage takes it for old.
      for (const rows of pieces) yield rows.map(show);
      if (next === null) return;
      after = next;
    }
  };
  return { count: asked === null ? 0 : totalOf(await countEvents(columnar, log.table, asked.filter), asked.show), batches: slices() };
};

/**
 * How many rows are newer than a place, which was the newest: what has come since. A row that arrives late stands further down and is not announced.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`
 */
export const readNewer = async ({ db, columnar }: Stores, log: EventLog<never, object>, viewer: Viewer, question: Question & { readonly than: string }) => {
  const than = placeOf(question.than, 'than');
  const asked = await readQuestion(db, viewer, question, narrowsOf(log));
  return { count: asked === null || than === null ? 0 : await countNewer(columnar, log.table, asked.filter, than, asked.show) };
};

/**
 * One row by its id, whether reports leave it out or not.
 *
 * @throws {Failure} `not_found`, `no_permission_for_data` for a product that one may not see
 */
export const readOne = async <Stored extends StoredEvent, Shown extends object>({ db, columnar }: Stores, log: EventLog<Stored, Shown>, viewer: Viewer, productId: number, id: string): Promise<Shown> => {
  const accepted = BigInt(id) < 2n ** 64n ? timeOfId(BigInt(id)) : null;
  // An event happened near the moment that its id tells of, where it was not imported: the whole past is only looked through for those.
  const spans = accepted === null ? [] : [[accepted - DAY, accepted + DAY], [EARLIEST, LATEST]] as const;
  for (const [from = EARLIEST, until = LATEST] of spans) {
    const filter = await filterOf(db, viewer, { productId, from: Math.min(Math.max(from, EARLIEST), LATEST), until: Math.min(Math.max(until, EARLIEST), LATEST), matches: [{ column: log.table.id, type: 'UInt64', is: id }] });
    if (filter === null) break;
    const rows = await eventPage<Stored>(columnar, log.table, filter, { after: null, limit: 1, show: 'all' });
    const [row] = rows;
    if (row !== undefined) return (await log.showing(db, viewer, productId, rows))(row);
  }
  throw new Failure('not_found');
};
