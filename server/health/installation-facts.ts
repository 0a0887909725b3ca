import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { readPosition } from '../collector/load-position.ts';
import { countRejectedRows } from '../collector/rejected-rows.ts';
import { segmentNames } from '../collector/segments.ts';
import { readStoreMove } from '../backup/store-move.ts';
import type { Dependencies } from '../dependencies.ts';
import { firstIdAt, timeOfId } from '../platform/ids.ts';
import { lastConversionsAfter } from '../store/clickhouse/events/result-events.ts';
import { type ProductWatermarks, readAllWatermarks } from '../store/clickhouse/rollups/watermarks.ts';
import { readBookmark } from '../store/postgres/engine/bookmarks.ts';
import { type QueueLength, queueLengths } from '../store/postgres/results/queue-lengths.ts';
import { resultsBookmarkOf } from '../store/postgres/results/results-bookmark.ts';
import { listCollectors } from '../store/postgres/tracking/collectors.ts';
import { BEHIND_AFTER_MS, type InstallationFacts } from './diagnosis.ts';

/** What waits in the journal for a slice. */
const readJournal = async (
  folder: string,
  slice: string,
  now: number,
): Promise<InstallationFacts['journal']> => {
  const names = await segmentNames(folder);
  const { loaded, current } = await readPosition(folder, names, slice);
  let bytes = 0;
  let oldest = now;
  for (const name of names.filter(one => !loaded.includes(one))) {
    const { size, mtimeMs } = await stat(join(folder, name));
    const left = size - (current?.segment === name ? current.from : 0);
    bytes += left;
    if (left > 0) oldest = Math.min(oldest, mtimeMs);
  }
  return { bytes, ageMs: now - oldest };
};

/** What waits for the slice that is furthest behind. */
const readLongestJournal = async (
  folder: string,
  { all }: Dependencies['slices'],
  now: number,
): Promise<InstallationFacts['journal']> => {
  const journals = await Promise.all(all.map(({ name }) => readJournal(folder, name, now)));
  return {
    bytes: Math.max(...journals.map(({ bytes }) => bytes)),
    ageMs: Math.max(...journals.map(({ ageMs }) => ageMs)),
  };
};

/** Whether the rollups of a product lack events that arrived before a time. */
const isBehind = ({ filled, derived }: ProductWatermarks, before: number): boolean => {
  const isMissing = (last: string, derivedLast: string) =>
    BigInt(last) > BigInt(derivedLast) && timeOfId(BigInt(last)) < before;
  return derived === null
    ? isMissing(filled.contact_id, '0') || isMissing(filled.conversion_id, '0')
    : isMissing(filled.contact_id, derived.contact_id) ||
        isMissing(filled.conversion_id, derived.conversion_id);
};

const unfinishedMoveOf = async (dataDir: string): Promise<InstallationFacts['unfinishedMove']> => {
  const { relational, events } = await readStoreMove(dataDir);
  if (relational === 'moving') return 'DATABASE_URL';
  return events === 'moving' ? 'CLICKHOUSE_URL' : null;
};

/** What waits in the slices since before a time. */
const readSliceFacts = async (
  db: Dependencies['db'],
  slices: Dependencies['slices'],
  before: number,
): Promise<Pick<InstallationFacts, 'hasOldUnevaluated' | 'productsBehind'>> => {
  let hasOldUnevaluated = false;
  const productsBehind: number[] = [];
  for (const { name, columnar } of slices.all) {
    const bookmark = BigInt((await readBookmark(db, resultsBookmarkOf(name))) ?? '0');
    const guests = await slices.guestsOn(name);
    const [waiting] = await lastConversionsAfter(columnar, bookmark, firstIdAt(before) - 1n, 1, guests);
    hasOldUnevaluated ||= waiting !== undefined;
    for (const [id, one] of await readAllWatermarks(columnar, null))
      if (isBehind(one, before) && !guests.includes(id)) productsBehind.push(id);
  }
  return { hasOldUnevaluated, productsBehind };
};

/** Reads what {@link diagnose} judges. Changes nothing. */
export const readInstallationFacts = async (
  { db, slices }: Pick<Dependencies, 'db' | 'slices'>,
  dataDir: string,
  now: number,
): Promise<InstallationFacts> => {
  const before = now - BEHIND_AFTER_MS;
  const journal = join(dataDir, 'journal');
  const { bavail, blocks, bsize } = await statfs(dataDir);
  const queues = await queueLengths(db);
  const dead = (name: QueueLength['queue']) =>
    queues.find(({ queue, state }) => queue === name && state === 'dead')?.length ?? 0;
  return {
    dataDir,
    freeBytes: bavail * bsize,
    totalBytes: blocks * bsize,
    journal: await readLongestJournal(journal, slices, now),
    rejectedRows: await countRejectedRows(journal),
    unfinishedMove: await unfinishedMoveOf(dataDir),
    deadNotifications: dead('notifications'),
    deadMails: dead('mails'),
    ...(await readSliceFacts(db, slices, before)),
    collectors: (await listCollectors(db)).map(({ number, host, seenAt, lowWatermark }) => ({
      number,
      host,
      seenAt: seenAt.getTime(),
      isWaitedFor: lowWatermark !== null,
    })),
  };
};
