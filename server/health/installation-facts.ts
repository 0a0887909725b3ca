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
import { RESULTS_BOOKMARK } from '../store/postgres/results/results-bookmark.ts';
import { listCollectors } from '../store/postgres/tracking/collectors.ts';
import { BEHIND_AFTER_MS, type InstallationFacts } from './diagnosis.ts';

const readJournal = async (folder: string, now: number): Promise<InstallationFacts['journal']> => {
  const names = await segmentNames(folder);
  const { loaded, current } = await readPosition(folder, names);
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

/** Reads what {@link diagnose} judges. Changes nothing. */
export const readInstallationFacts = async (
  { db, columnar }: Pick<Dependencies, 'db' | 'columnar'>,
  dataDir: string,
  now: number,
): Promise<InstallationFacts> => {
  const before = now - BEHIND_AFTER_MS;
  const journal = join(dataDir, 'journal');
  const { bavail, blocks, bsize } = await statfs(dataDir);
  const bookmark = BigInt((await readBookmark(db, RESULTS_BOOKMARK)) ?? '0');
  const queues = await queueLengths(db);
  const dead = (name: QueueLength['queue']) =>
    queues.find(({ queue, state }) => queue === name && state === 'dead')?.length ?? 0;
  const watermarks = await readAllWatermarks(columnar, null);
  return {
    dataDir,
    freeBytes: bavail * bsize,
    totalBytes: blocks * bsize,
    journal: await readJournal(journal, now),
    rejectedRows: await countRejectedRows(journal),
    unfinishedMove: await unfinishedMoveOf(dataDir),
    hasOldUnevaluated: (await lastConversionsAfter(columnar, bookmark, firstIdAt(before) - 1n, 1)).length > 0,
    deadNotifications: dead('notifications'),
    deadMails: dead('mails'),
    productsBehind: [...watermarks].filter(([, one]) => isBehind(one, before)).map(([id]) => id),
    collectors: (await listCollectors(db)).map(({ number, host, seenAt, lowWatermark }) => ({
      number,
      host,
      seenAt: seenAt.getTime(),
      isWaitedFor: lowWatermark !== null,
    })),
  };
};
