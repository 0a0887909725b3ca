import { EPOCH, firstIdAt, timeOfId } from '../platform/ids.ts';
import type { ProductDependencies } from '../dependencies.ts';
import { lastConversionsAfter } from '../store/clickhouse/events/result-events.ts';
import { readBookmark, writeBookmark } from '../store/postgres/engine/bookmarks.ts';
import { takeLateConversions } from '../store/postgres/tracking/late-conversions.ts';
import { findJudged, forgetJudged, noteJudged } from '../store/postgres/results/judged-conversions.ts';
import { readProductRules } from '../store/postgres/results/results.ts';
import { HOUR, MINUTE } from '../platform/time.ts';
import { resultsBookmarkOf } from '../store/postgres/results/results-bookmark.ts';
import { productsOn } from '../slices/slices.ts';
import { readPaths } from './paths.ts';
import { makeResults, type Made } from './service.ts';
import type { Database } from '../store/postgres/engine/database.ts';

const BATCH_CONVERSIONS = 500;
/**
 * Milliseconds before the bookmark at which reading starts. Ids are assigned at acceptance but events are stored in
 * batches, so an event may be stored after one with a later id.
 */
export const RESULT_OVERLAP_MS = 10 * MINUTE;
/**
 * The overlap of the first run in milliseconds: events that were not loaded at the last shutdown have older ids, and
 * the machine's clock may have been set back.
 */
const OVERLAP_AT_START = HOUR;

/** Creates results from the stored conversions of a slice. One `run` at a time. */
export interface ResultWorker {
  /**
   * Reads conversions from the bookmark on and creates their results. Can be repeated at any time, also after an
   * error.
   *
   * @param upTo the collector's watermark: contacts of later conversions may not be stored yet
   * @returns number of created results
   */
  run(upTo: bigint, signal?: AbortSignal): Promise<number>;
}

/** The paths of the conversions whose products are on the slice: a product that moves has rows on two. */
const pathsHere = (
  { db, columnar, slice, slices }: Pick<ProductDependencies, 'db' | 'columnar' | 'slice' | 'slices'>,
  ids: readonly string[],
) =>
  readPaths(columnar, ids, async productIds =>
    readProductRules(db, [...(await productsOn(slices, slice, productIds))]),
  );

/** Creates the results of conversions that have not been judged before. */
const judge = async (
  tx: Database,
  parts: Pick<ProductDependencies, 'slice' | 'clock' | 'secrets'>,
  paths: Awaited<ReturnType<typeof pathsHere>>,
): Promise<Made> => {
  const fresh = await noteJudged(
    tx,
    parts.slice,
    paths.map(({ conversion }) => conversion.conversionId),
  );
  return makeResults(
    tx,
    parts,
    paths.filter(({ conversion }) => fresh.has(conversion.conversionId)),
  );
};

type WorkerParts = Pick<ProductDependencies, 'db' | 'columnar' | 'slice' | 'slices' | 'clock' | 'secrets'>;

/** Creates the results of conversions that were stored late, independently of the bookmark. @returns their number */
const makeLate = async (parts: WorkerParts, signal: AbortSignal | undefined): Promise<number> => {
  const { db, slice } = parts;
  for (let made = 0; ;) {
    signal?.throwIfAborted();
    const { taken, results } = await db.transaction(async tx => {
      const ids = await takeLateConversions(tx, slice, BATCH_CONVERSIONS);
      return {
        taken: ids.length,
        results: ids.length === 0 ? 0 : (await judge(tx, parts, await pathsHere(parts, ids))).results,
      };
    });
    made += results;
    if (taken === 0) return made;
  }
};

/** The conversions shortly before the bookmark, which are read again. */
const createOverlap = ({ db, slice }: Pick<WorkerParts, 'db' | 'slice'>) => {
  /** Those that need not be read again, by id; the value is the id as a bigint. */
  const seen = new Map<string, bigint>();
  let first = true;
  const startOf = (bookmark: bigint, overlapMs: number): bigint =>
    firstIdAt(Math.max(EPOCH, timeOfId(bookmark) - overlapMs));
  return {
    /** @returns the id at which reading starts */
    begin: async (bookmark: bigint): Promise<bigint> => {
      const start = startOf(bookmark, first ? OVERLAP_AT_START : RESULT_OVERLAP_MS);
      for (const [id, number] of seen) if (number < start) seen.delete(id);
      // The next start, of this process or another, reads again from there.
      await forgetJudged(db, slice, String(startOf(bookmark, OVERLAP_AT_START)));
      return start;
    },
    /** Those of the ids that nobody has judged. */
    fresh: async (ids: readonly string[]): Promise<readonly string[]> => {
      const unseen = ids.filter(id => !seen.has(id));
      const judged = await findJudged(db, unseen);
      for (const id of judged) seen.set(id, BigInt(id));
      return unseen.filter(id => !judged.has(id));
    },
    add: (ids: readonly string[]): void => {
      for (const id of ids) seen.set(id, BigInt(id));
    },
    /** Everything from the start on was read. */
    end: (): void => {
      first = false;
    },
  };
};

export const createResultWorker = (parts: WorkerParts): ResultWorker => {
  const { db, columnar, slice, slices } = parts;
  const bookmarkName = resultsBookmarkOf(slice);
  const overlap = createOverlap(parts);
  return {
    run: async (upTo, signal) => {
      let made = await makeLate(parts, signal);
      const bookmark = BigInt((await readBookmark(db, bookmarkName)) ?? 0);
      const guests = await slices.guestsOn(slice);
      let after = await overlap.begin(bookmark);
      let highest = bookmark;
      for (;;) {
        signal?.throwIfAborted();
        const ids = await lastConversionsAfter(columnar, after, upTo, 10 * BATCH_CONVERSIONS, guests);
        const fresh = await overlap.fresh(ids);
        for (let at = 0; at < fresh.length; at += BATCH_CONVERSIONS) {
          signal?.throwIfAborted();
          const batch = fresh.slice(at, at + BATCH_CONVERSIONS);
          const paths = await pathsHere(parts, batch);
          const last = BigInt(batch.at(-1)!);
          if (last > highest) highest = last;
          // The bookmark is written in the transaction of the results: a crash between the two would skip
          // conversions.
          const { results } = await db.transaction(async tx => {
            const done = await judge(tx, parts, paths);
            await writeBookmark(tx, bookmarkName, highest.toString());
            return done;
          });
          made += results;
          overlap.add(batch);
        }
        if (ids.length < 10 * BATCH_CONVERSIONS) break;
        after = BigInt(ids.at(-1)!);
      }
      overlap.end();
      return made;
    },
  };
};
