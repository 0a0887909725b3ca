import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { journalFolders } from '../collector/collector-folders.ts';
import { readPosition } from '../collector/load-position.ts';
import { countDamagedLines } from '../collector/damaged-lines.ts';
import { countRejectedRows } from '../collector/rejected-rows.ts';
import { segmentNames } from '../collector/segments.ts';
import { readStoreMove } from '../backup/store-move.ts';
import type { Dependencies } from '../dependencies.ts';
import { SECOND } from '../platform/time.ts';
import { moveTaskOf } from '../slices/moves/move-product.ts';
import { LEFT_AFTER_MS } from '../slices/moves/remove-moved-rows.ts';
import { isTaskRunning } from '../store/postgres/engine/advisory-lock.ts';
import { countErasuresBefore } from '../store/postgres/privacy/erasures.ts';
import { countDeadMailsSince, countMailsBefore } from '../store/postgres/accounts/mails.ts';
import { networkFailuresSince } from '../store/postgres/results/failed-notifications.ts';
import { listCollectors } from '../store/postgres/tracking/collectors.ts';
import { movesEndedBefore, readMoves } from '../store/postgres/slices/moves.ts';
import {
  BEHIND_AFTER_MS,
  FAILURE_NAMED_MS,
  ERASURE_LATE_AFTER_MS,
  type InstallationFacts,
} from './diagnosis.ts';
import { readAllSlices } from './slice-facts.ts';

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

/** What waits in all journals for the slice that is furthest behind. */
const readLongestJournal = async (
  folders: readonly string[],
  { all }: Dependencies['slices'],
  now: number,
): Promise<InstallationFacts['journal']> => {
  const waiting = { bytes: 0, ageMs: 0 };
  for (const { name } of all) {
    const journals = await Promise.all(folders.map(folder => readJournal(folder, name, now)));
    const bytes = journals.reduce((sum, journal) => sum + journal.bytes, 0);
    waiting.bytes = Math.max(waiting.bytes, bytes);
    waiting.ageMs = Math.max(waiting.ageMs, ...journals.map(({ ageMs }) => ageMs));
  }
  return waiting;
};

/** The sum over the folders of all journals. */
const sumOver = async (
  folders: readonly string[],
  count: (folder: string) => Promise<number>,
): Promise<number> => (await Promise.all(folders.map(count))).reduce((sum, one) => sum + one, 0);

const unfinishedMoveOf = async (dataDir: string): Promise<InstallationFacts['unfinishedMove']> => {
  const { relational, events } = await readStoreMove(dataDir);
  if (relational === 'moving') return 'DATABASE_URL';
  return events === 'moving' ? 'CLICKHOUSE_URL' : null;
};

/** Moves that nobody continues: interrupted ones, and ended ones whose rows were not removed. */
const readMoveFacts = async (
  db: Dependencies['db'],
): Promise<Pick<InstallationFacts, 'interruptedMoves' | 'movesLeft'>> => {
  const interruptedMoves: { productId: number; target: string }[] = [];
  for (const { productId, target, stage } of (await readMoves(db)).moves)
    if (stage === 'copying' && !(await isTaskRunning(db, moveTaskOf(productId))))
      interruptedMoves.push({ productId, target });
  const left = await movesEndedBefore(db, (LEFT_AFTER_MS + BEHIND_AFTER_MS) / SECOND);
  return { interruptedMoves, movesLeft: left.map(({ productId }) => productId) };
};

/** Reads the facts that `diagnose` of `diagnosis.ts` judges. Changes nothing. */
export const readInstallationFacts = async (
  { db, slices }: Pick<Dependencies, 'db' | 'slices'>,
  dataDir: string,
  now: number,
): Promise<InstallationFacts> => {
  const before = now - BEHIND_AFTER_MS;
  const journals = await journalFolders(dataDir);
  const { bavail, blocks, bsize } = await statfs(dataDir);
  return {
    dataDir,
    freeBytes: bavail * bsize,
    totalBytes: blocks * bsize,
    journal: await readLongestJournal(journals, slices, now),
    rejectedRows: await sumOver(journals, countRejectedRows),
    damagedLines: await sumOver(journals, countDamagedLines),
    unfinishedMove: await unfinishedMoveOf(dataDir),
    networkFailures: await networkFailuresSince(db, new Date(now - FAILURE_NAMED_MS)),
    deadMails: await countDeadMailsSince(db, new Date(now - FAILURE_NAMED_MS)),
    lateMails: await countMailsBefore(db, new Date(before)),
    slices: await readAllSlices({ db, slices }, before),
    ...(await readMoveFacts(db)),
    lateErasures: await countErasuresBefore(db, new Date(now - ERASURE_LATE_AFTER_MS)),
    collectors: (await listCollectors(db)).map(({ number, host, seenAt, lowWatermark }) => ({
      number,
      host,
      seenAt: seenAt.getTime(),
      isWaitedFor: lowWatermark !== null,
    })),
  };
};
