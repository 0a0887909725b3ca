import { MINUTE } from '../platform/time.ts';

/** What `npm run doctor` reads of an installation, and what it says about it. Pure. */

/** A collector that shares the stores; times in ms since 1970. */
export interface CollectorFacts {
  readonly number: number;
  readonly host: string;
  readonly seenAt: number;
  /** Others wait for its events. */
  readonly isWaitedFor: boolean;
}

export interface InstallationFacts {
  readonly dataDir: string;
  readonly freeBytes: number;
  readonly totalBytes: number;
  /** Bytes of accepted events that ClickHouse does not have, and for how many ms the oldest file has waited. */
  readonly journal: { readonly bytes: number; readonly ageMs: number };
  readonly rejectedRows: number;
  /** Setting of a store whose move to a server was interrupted; null: none was. */
  readonly unfinishedMove: 'DATABASE_URL' | 'CLICKHOUSE_URL' | null;
  /** Whether conversions that are older than a quarter of an hour have no results yet. */
  readonly hasOldUnevaluated: boolean;
  readonly deadNotifications: number;
  readonly deadMails: number;
  /** Ids of products whose rollups lack events of more than a quarter of an hour ago. */
  readonly productsBehind: readonly number[];
  readonly collectors: readonly CollectorFacts[];
}

/** Something that is wrong, and what mends it. */
export interface Finding {
  readonly what: string;
  readonly remedy: string;
}

/** Age in ms from which loading, results and rollups are behind: they take seconds. */
export const BEHIND_AFTER_MS = 15 * MINUTE;
const LEAST_FREE_SHARE = 0.1;
const GIGABYTE = 1_000_000_000;
const SILENT_AFTER_MS = MINUTE;

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

type Rule = (facts: InstallationFacts, now: number) => Finding | Finding[] | null;

const RULES: readonly Rule[] = [
  ({ dataDir, freeBytes, totalBytes }) =>
    freeBytes < LEAST_FREE_SHARE * totalBytes
      ? {
          what: `The disk of ${dataDir} has ${(freeBytes / GIGABYTE).toFixed(1)} GB left of ${(totalBytes / GIGABYTE).toFixed(1)} GB.`,
          remedy: 'Free or add space: without it events are refused.',
        }
      : null,
  ({ unfinishedMove }) =>
    unfinishedMove === null
      ? null
      : {
          what: `The move to the server of ${unfinishedMove} is not complete.`,
          remedy: 'Run npm run migrate-data again with the same settings.',
        },
  ({ journal: { bytes, ageMs } }) =>
    bytes > 0 && ageMs > BEHIND_AFTER_MS
      ? {
          what: `Accepted events (${bytes} bytes) have waited for ${Math.floor(ageMs / MINUTE)} minutes to be loaded.`,
          remedy: 'Start the program. If it runs, its log says why ClickHouse does not take them.',
        }
      : null,
  ({ rejectedRows }) =>
    rejectedRows === 0
      ? null
      : {
          what: `ClickHouse refused ${counted(rejectedRows, 'accepted event', 'accepted events')}.`,
          remedy: 'Stop the program, run npm run replay-rejected, and report what is refused again.',
        },
  ({ hasOldUnevaluated }) =>
    hasOldUnevaluated
      ? {
          what: 'Conversions of more than a quarter of an hour ago have no results.',
          remedy: 'Start a process with the role worker or jobs. If one runs, its log says why.',
        }
      : null,
  ({ deadNotifications }) =>
    deadNotifications === 0
      ? null
      : {
          what: `${counted(deadNotifications, 'notification', 'notifications')} of ad networks failed at every attempt.`,
          remedy: 'Correct the webhook URL of the network, then resend them in the log of the result queue.',
        },
  ({ deadMails }) =>
    deadMails === 0
      ? null
      : {
          what: `${counted(deadMails, 'mail', 'mails')} failed at every attempt.`,
          remedy: 'Correct SMTP_URL; the log of the program has the answer of the mail server.',
        },
  ({ productsBehind }) =>
    productsBehind.length === 0
      ? null
      : {
          what: `The rollups of ${counted(productsBehind.length, 'product', 'products')} lack events of more than a quarter of an hour ago (${productsBehind.slice(0, 10).join(', ')}${productsBehind.length > 10 ? ', …' : ''}). Reports read the events, more slowly.`,
          remedy: 'Start a process with the role worker or deriver. If one runs, its log says why.',
        },
  ({ collectors }, now) =>
    collectors
      .filter(({ isWaitedFor, seenAt }) => isWaitedFor && now - seenAt > SILENT_AFTER_MS)
      .map(({ number, host, seenAt }) => ({
        what: `Collector ${number} on ${host} has not reported since ${new Date(seenAt).toISOString()}; results and reports wait for its events.`,
        remedy: `Start it. If its data folder is lost, run npm run collectors -- abandon ${number}.`,
      })),
];

/** What is wrong with an installation, most harmful first. @param now in ms since 1970 */
export const diagnose = (facts: InstallationFacts, now: number): readonly Finding[] =>
  RULES.flatMap(rule => rule(facts, now) ?? []);
