import { EPOCH, firstIdAt, timeOfId } from '../platform/ids.ts';
import type { Dependencies } from '../dependencies.ts';
import { lastConversionsAfter } from '../store/clickhouse/events/result-events.ts';
import { readBookmark, writeBookmark } from '../store/postgres/engine/bookmarks.ts';
import { takeLateConversions } from '../store/postgres/tracking/late-conversions.ts';
import { readProductRules } from '../store/postgres/results/results.ts';
import { HOUR, MINUTE } from '../platform/time.ts';
import { RESULTS_BOOKMARK } from '../store/postgres/results/results-bookmark.ts';
import { readPaths } from './paths.ts';
import { makeResults } from './service.ts';

const BATCH = 500;
/**
 * How far before the bookmark the reading starts, in milliseconds. Ids are given when an event is accepted,
 * but events arrive in the store by
 * batches: one accepted earlier, by another process or before a fall, may arrive after one accepted later.
 */
const OVERLAP = 10 * MINUTE;
/**
 * After a start more is read again: what was not loaded when the program ended is loaded then, and the
 * machine's clock may have been put back.
 */
const OVERLAP_AT_START = HOUR;

/** Creates results from stored conversions. One `run` at a time. */
export interface ResultWorker {
  /**
   * Reads conversions from the bookmark on and makes their results.
   *
   * @param upTo the collector's watermark: of what is above it, the contacts may still be on their way
   * @returns how many results were made; safe to repeat at any moment, also after an error
   */
  run(upTo: bigint, signal?: AbortSignal): Promise<number>;
}

export const createResultWorker = (
  parts: Pick<Dependencies, 'db' | 'columnar' | 'clock' | 'secrets'>,
): ResultWorker => {
  const { db, columnar } = parts;
  /** Conversions that are done with, of the span that is read again; the value is the id, for forgetting. */
  const seen = new Map<string, bigint>();
  let first = true;

  const readBatchPaths = (ids: readonly string[]) =>
    readPaths(columnar, ids, productIds => readProductRules(db, productIds));

  /** Makes the results of conversions that arrived out of order, wherever the bookmark is. */
  const makeLate = async (signal: AbortSignal | undefined): Promise<number> => {
    for (let made = 0; ;) {
      signal?.throwIfAborted();
      const { taken, results } = await db.transaction(async tx => {
        const ids = await takeLateConversions(tx, BATCH);
        return {
          taken: ids.length,
          results: ids.length === 0 ? 0 : (await makeResults(tx, parts, await readBatchPaths(ids))).results,
        };
      });
      made += results;
      if (taken === 0) return made;
    }
  };

  return {
    run: async (upTo, signal) => {
      let made = await makeLate(signal);
      const bookmark = BigInt((await readBookmark(db, RESULTS_BOOKMARK)) ?? 0);
      const start = firstIdAt(Math.max(EPOCH, timeOfId(bookmark) - (first ? OVERLAP_AT_START : OVERLAP)));
      for (const [id, number] of seen) if (number < start) seen.delete(id);
      let after = start;
      let highest = bookmark;
      for (;;) {
        signal?.throwIfAborted();
        const ids = await lastConversionsAfter(columnar, after, upTo, 10 * BATCH);
        const fresh = ids.filter(id => !seen.has(id));
        for (let at = 0; at < fresh.length; at += BATCH) {
          signal?.throwIfAborted();
          const batch = fresh.slice(at, at + BATCH);
          const paths = await readBatchPaths(batch);
          const last = BigInt(batch.at(-1)!);
          if (last > highest) highest = last;
          // The bookmark moves with the results: a fall between the two would skip conversions.
          const { results } = await db.transaction(async tx => {
            const done = await makeResults(tx, parts, paths);
            await writeBookmark(tx, RESULTS_BOOKMARK, highest.toString());
            return done;
          });
          made += results;
          for (const id of batch) seen.set(id, BigInt(id));
        }
        if (ids.length < 10 * BATCH) break;
        after = BigInt(ids.at(-1)!);
      }
      first = false;
      return made;
    },
  };
};
