import { and, asc, gt, gte, isNotNull, lt, lte, or } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import { clickBatch, collector } from '../schema/index.ts';
import { reportedWithin } from './collectors.ts';

/** A collector that has not reported for longer is not waited for. */
const REPORTING_SECONDS = 5;

/** Clicks of some moments that one collector accepted, encoded. */
export interface ClickBatch {
  readonly collectorNumber: number;
  /** Times of the first and the last click, in ms since 1970. */
  readonly firstMs: number;
  readonly lastMs: number;
  readonly clicks: Buffer;
}

export const addClickBatch = async (db: Database, batch: ClickBatch): Promise<void> => {
  await db.insert(clickBatch).values(batch);
};

/** The batches that contain clicks between two times, in ms since 1970, in the order of their publication. */
export const readClickBatches = (db: Database, fromMs: number, toMs: number): Promise<ClickBatch[]> =>
  db
    .select({
      collectorNumber: clickBatch.collectorNumber,
      firstMs: clickBatch.firstMs,
      lastMs: clickBatch.lastMs,
      clicks: clickBatch.clicks,
    })
    .from(clickBatch)
    .where(and(gte(clickBatch.lastMs, fromMs), lte(clickBatch.firstMs, toMs)))
    .orderBy(asc(clickBatch.id));

/** Removes the batches before a time, and those after another one, which a clock that was set back left. */
export const removeClickBatches = async (db: Database, beforeMs: number, afterMs: number): Promise<void> => {
  await db.delete(clickBatch).where(or(lt(clickBatch.lastMs, beforeMs), gt(clickBatch.firstMs, afterMs)));
};

/**
 * Until when the collectors that run have published their clicks, in ms since 1970, by their numbers; null: a collector
 * publishes none yet.
 */
export const readClicksUntil = async (db: Database): Promise<ReadonlyMap<number, number | null>> => {
  const rows = await db
    .select({ number: collector.number, clicksUntil: collector.clicksUntil })
    .from(collector)
    .where(and(isNotNull(collector.lowWatermark), reportedWithin(REPORTING_SECONDS)));
  return new Map(rows.map(({ number, clicksUntil }) => [number, clicksUntil]));
};
