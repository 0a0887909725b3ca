import { DAY, HOUR, MINUTE } from '../platform/time.ts';
import type { NetworkFailures } from '../store/postgres/results/failed-notifications.ts';
import type { SchemaState } from '../store/clickhouse/migrations/schema-check.ts';

/** What `npm run doctor` reads of an installation, and what it says about it. Pure. */

/** A collector that shares the stores; times in ms since 1970. */
export interface CollectorFacts {
  readonly number: number;
  readonly host: string;
  readonly seenAt: number;
  /** Others wait for its events. */
  readonly isWaitedFor: boolean;
}

/** A slice, as `npm run doctor` finds it. Products by id. */
export interface SliceFacts {
  readonly name: string;
  /** Where tables are missing, nothing else is known. */
  readonly schema: SchemaState;
  /** Whether conversions that are older than a quarter of an hour have no results yet. */
  readonly hasOldUnevaluated: boolean;
  /** Their rollups lack events of more than a quarter of an hour ago. */
  readonly productsBehind: readonly number[];
  /** Their rollups follow other rules than the present ones, or were interrupted while rows moved. */
  readonly productsOutdated: readonly number[];
  /** Their rollups have other numbers of events than their state says. */
  readonly productsDiffering: readonly number[];
  /** Rollups have rows of theirs that no report reads. */
  readonly productsWithLeftRows: readonly number[];
  /** Number of staging tables of processes that have ended. */
  readonly tablesLeft: number;
}

export interface InstallationFacts {
  readonly dataDir: string;
  readonly freeBytes: number;
  readonly totalBytes: number;
  /** Bytes of accepted events that ClickHouse does not have, and for how many ms the oldest file has waited. */
  readonly journal: { readonly bytes: number; readonly ageMs: number };
  readonly rejectedRows: number;
  /** Lines of the journals that were damaged on the disk. */
  readonly damagedLines: number;
  /** Setting of a store whose move to a server was interrupted; null: none was. */
  readonly unfinishedMove: 'DATABASE_URL' | 'CLICKHOUSE_URL' | null;
  readonly slices: readonly SliceFacts[];
  /** Moves of products to another slice that are not complete, and that no command continues. */
  readonly interruptedMoves: readonly { readonly productId: number; readonly target: string }[];
  /** Products whose rows on the slice that they left long ago are still there. */
  readonly movesLeft: readonly number[];
  /** Number of requests to erase a visitor that have waited for hours. */
  readonly lateErasures: number;
  /** Networks with notifications that were given up within {@link FAILURE_NAMED_MS}, most first. */
  readonly networkFailures: readonly NetworkFailures[];
  /** Number of mails that were given up within {@link FAILURE_NAMED_MS}. */
  readonly deadMails: number;
  /** Number of mails that have not been sent for longer than {@link BEHIND_AFTER_MS}. */
  readonly lateMails: number;
  readonly collectors: readonly CollectorFacts[];
}

/** What `npm run doctor -- --mend` can do about a finding while programs run. */
export type MendTask =
  | { readonly kind: 'migrate'; readonly slice: string; readonly missing: readonly string[] }
  | { readonly kind: 'drop-tables'; readonly slice: string }
  | { readonly kind: 'remove-rows'; readonly slice: string }
  | { readonly kind: 'rebuild'; readonly slice: string; readonly products: readonly number[] }
  | { readonly kind: 'derive'; readonly slice: string }
  | { readonly kind: 'remove-moved-rows' };

/** Something that is wrong, what mends it, and what `--mend` does about it. */
export interface Finding {
  readonly what: string;
  readonly remedy: string;
  /** A text: why `--mend` leaves it. */
  readonly mend: MendTask | string;
}

/** Age in ms from which loading, results and rollups are behind: they take seconds. */
export const BEHIND_AFTER_MS = 15 * MINUTE;
/** Age in ms from which an erasure is late: it may wait an hour for the results of the visitor. */
export const ERASURE_LATE_AFTER_MS = 3 * HOUR;
/**
 * For how long a mail or notification that was given up is wrong. Long enough for a weekend: who has not sent it again
 * by then does not mean to, and each later check would fail.
 */
export const FAILURE_NAMED_MS = 3 * DAY;
const LEAST_FREE_SHARE = 0.1;
const GIGABYTE = 1_000_000_000;
const SILENT_AFTER_MS = MINUTE;

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** Ids in a text: the first ten. */
const listed = (ids: readonly (number | string)[]): string =>
  `${ids.slice(0, 10).join(', ')}${ids.length > 10 ? ', …' : ''}`;
const products = (ids: readonly number[]): string =>
  `${counted(ids.length, 'product', 'products')} (${listed(ids)})`;

type Rule = (facts: InstallationFacts, now: number) => Finding | Finding[] | null;
type SliceRule = (facts: SliceFacts) => Finding | null;

/** Whose rollups `--mend` derives where no process does. */
const DERIVER = 'Start a process with the role worker or deriver. If one runs, its log says why.';

const SLICE_RULES: readonly SliceRule[] = [
  ({ name, schema: { missing, isMigrated } }) =>
    missing.length === 0 && isMigrated
      ? null
      : {
          what:
            missing.length === 0
              ? `The tables of ClickHouse (${name}) are not those of this version.`
              : `ClickHouse (${name}) lacks ${listed(missing)}.`,
          remedy:
            'After an upgrade: start the program of the new version, which creates what is missing. Otherwise a table or column was lost: npm run doctor -- --mend makes it again; its events are in backups only.',
          mend: { kind: 'migrate', slice: name, missing },
        },
  ({ hasOldUnevaluated }) =>
    hasOldUnevaluated
      ? {
          what: 'Conversions of more than a quarter of an hour ago have no results.',
          remedy: 'Start a process with the role worker or jobs. If one runs, its log says why.',
          mend: 'A running process makes results, since it knows how far each collector has loaded.',
        }
      : null,
  ({ name, productsBehind }) =>
    productsBehind.length === 0
      ? null
      : {
          what: `The rollups of ${counted(productsBehind.length, 'product', 'products')} lack events of more than a quarter of an hour ago (${listed(productsBehind)}). Reports read the events, more slowly.`,
          remedy: DERIVER,
          mend: { kind: 'derive', slice: name },
        },
  ({ name, productsOutdated }) =>
    productsOutdated.length === 0
      ? null
      : {
          what: `The rollups of ${products(productsOutdated)} follow other rules than the present ones, or were interrupted. Reports read the events, more slowly.`,
          remedy: DERIVER,
          mend: { kind: 'derive', slice: name },
        },
  ({ name, productsDiffering }) =>
    productsDiffering.length === 0
      ? null
      : {
          what: `The rollups of ${products(productsDiffering)} do not have the events that they should have: their reports are wrong.`,
          remedy: 'Run npm run doctor -- --mend: reports read the events until the rollups are made again.',
          mend: { kind: 'rebuild', slice: name, products: productsDiffering },
        },
  ({ name, productsWithLeftRows }) =>
    productsWithLeftRows.length === 0
      ? null
      : {
          what: `The rollups of ${products(productsWithLeftRows)} have rows of interrupted batches, which no report reads.`,
          remedy: 'Restart a process with the role worker or deriver.',
          mend: { kind: 'remove-rows', slice: name },
        },
  ({ name, tablesLeft }) =>
    tablesLeft === 0
      ? null
      : {
          what: `ClickHouse (${name}) has ${counted(tablesLeft, 'staging table', 'staging tables')} of processes that have ended.`,
          remedy: 'Start a process with the role worker or deriver: it drops them.',
          mend: { kind: 'drop-tables', slice: name },
        },
];

const RULES: readonly Rule[] = [
  ({ dataDir, freeBytes, totalBytes }) =>
    freeBytes < LEAST_FREE_SHARE * totalBytes
      ? {
          what: `The disk of ${dataDir} has ${(freeBytes / GIGABYTE).toFixed(1)} GB left of ${(totalBytes / GIGABYTE).toFixed(1)} GB.`,
          remedy: 'Free or add space: without it events are refused.',
          mend: 'Only you know which files may go.',
        }
      : null,
  ({ unfinishedMove }) =>
    unfinishedMove === null
      ? null
      : {
          what: `The move to the server of ${unfinishedMove} is not complete.`,
          remedy: 'Run npm run migrate-data again with the same settings.',
          mend: 'The program must not run meanwhile.',
        },
  ({ journal: { bytes, ageMs } }) =>
    bytes > 0 && ageMs > BEHIND_AFTER_MS
      ? {
          what: `Accepted events (${bytes} bytes) have waited for ${Math.floor(ageMs / MINUTE)} minutes to be loaded.`,
          remedy: 'Start the program. If it runs, its log says why ClickHouse does not take them.',
          mend: 'The process that owns the journal loads it.',
        }
      : null,
  ({ rejectedRows }) =>
    rejectedRows === 0
      ? null
      : {
          what: `ClickHouse refused ${counted(rejectedRows, 'accepted event', 'accepted events')}.`,
          remedy: 'Stop the program, run npm run replay-rejected, and report what is refused again.',
          mend: 'The program must not run meanwhile, and events that are refused for a reason would be refused again.',
        },
  ({ damagedLines }) =>
    damagedLines === 0
      ? null
      : {
          what: `The disk damaged ${counted(damagedLines, 'accepted event', 'accepted events')}: what is left is in damaged.ndjson beside the journal.`,
          remedy:
            'Check the disk. Delete the file once the cause is known and you need its contents no more.',
          mend: 'Damaged events cannot be read reliably.',
        },
  ({ slices }) => slices.flatMap(slice => SLICE_RULES.flatMap(rule => rule(slice) ?? [])),
  ({ interruptedMoves }) =>
    interruptedMoves.map(({ productId, target }) => ({
      what: `The move of product ${productId} to ${target} was interrupted.`,
      remedy: `Run npm run move-product -- ${productId} --to ${target}, or npm run move-product -- ${productId} --cancel.`,
      mend: 'Only you know whether the product is to move or to stay.',
    })),
  ({ movesLeft }) =>
    movesLeft.length === 0
      ? null
      : {
          what: `Rows of ${products(movesLeft)} are still on the slices that they left.`,
          remedy: 'Start a process with the role worker or jobs. If one runs, its log says why.',
          mend: { kind: 'remove-moved-rows' },
        },
  ({ lateErasures }) =>
    lateErasures === 0
      ? null
      : {
          what: `${counted(lateErasures, 'request', 'requests')} to erase a visitor of more than three hours ago.`,
          remedy:
            'Start a process with the role worker or jobs. If one runs, it waits for a collector or a move that is named here, or its log says why.',
          mend: 'An erasure first needs every event of the visitor, which only collectors load.',
        },
  ({ networkFailures }) =>
    networkFailures.length === 0
      ? null
      : {
          what: `Notifications failed at every attempt within the last three days: ${listed(
            networkFailures.map(
              ({ company, networkId, network, notifications }) =>
                `${notifications} to ${network} (network ${networkId} of ${company})`,
            ),
          )}.`,
          remedy:
            'Correct the webhook URL of the network, then resend them in the log of the result queue, which has the answers. They are named for three days after the last attempt.',
          mend: 'A network would be notified again without a reason to succeed.',
        },
  ({ deadMails }) =>
    deadMails === 0
      ? null
      : {
          what: `${counted(deadMails, 'mail', 'mails')} failed at every attempt within the last three days.`,
          remedy:
            'Correct SMTP_URL, or the address of the recipient: the log of the program has the answer of the mail server. What is still needed has to be sent anew. A failed mail is named for three days, and removed after 30.',
          mend: 'A mail may be out of date, or would fail again.',
        },
  ({ lateMails }) =>
    lateMails === 0
      ? null
      : {
          what: `${counted(lateMails, 'mail', 'mails')} of more than a quarter of an hour ago could not be sent yet.`,
          remedy:
            'Start a process with the role worker or jobs. If one runs, correct SMTP_URL or start the mail server: the log of the program has its answer. Mails are tried again for a day.',
          mend: 'They are sent as soon as the mail server accepts them.',
        },
  ({ collectors }, now) =>
    collectors
      .filter(({ isWaitedFor, seenAt }) => isWaitedFor && now - seenAt > SILENT_AFTER_MS)
      .map(({ number, host, seenAt }) => ({
        what: `Collector ${number} on ${host} has not reported since ${new Date(seenAt).toISOString()}; results and reports wait for its events.`,
        remedy: `Start it. If its data folder is lost, run npm run collectors -- abandon ${number}.`,
        mend: 'Its journal may have accepted events, which would be given up.',
      })),
];

/** What is wrong with an installation, most harmful first. @param now in ms since 1970 */
export const diagnose = (facts: InstallationFacts, now: number): readonly Finding[] =>
  RULES.flatMap(rule => rule(facts, now) ?? []);
