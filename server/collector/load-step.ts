import type { Logger } from 'pino';
import { traced } from '../platform/tracing.ts';
import { RefusedBatch, type BatchLoader } from './batch-loader.ts';
import type { Batch, BatchReader } from './batch.ts';
import type { LoadedJournal } from './shared-journal.ts';
import type { Segment } from './segments.ts';
import type { SegmentProgress } from './load-position.ts';
import type { LoadProgress } from './load-progress.ts';

export interface StepParts {
  readonly journal: LoadedJournal;
  readonly reader: BatchReader;
  readonly batches: BatchLoader;
  readonly progress: LoadProgress;
  readonly log: Logger;
  /** The upper limits of a batch. */
  readonly rowLimit: number;
  readonly byteLimit: number;
  /** Called when a batch is in the store and recorded. */
  readonly onBatch: (batch: Batch) => void;
}

const load = async (
  { batches, progress, onBatch }: StepParts,
  segment: Segment,
  recorded: SegmentProgress,
): Promise<void> => {
  const batch = await traced({ name: 'load events' }, () => batches.load(segment, recorded));
  progress.raise(batch.last);
  const { to } = recorded;
  await progress.save({ current: { segment: segment.name, from: to, to, careful: false } });
  onBatch(batch);
};

/**
 * Loads a batch; after a refusal by the store, with the careful method, which is recorded first so that it
 * continues after a crash.
 */
const loadRecorded = async (parts: StepParts, segment: Segment, recorded: SegmentProgress): Promise<void> => {
  try {
    await load(parts, segment, recorded);
  } catch (error) {
    if (!(error instanceof RefusedBatch)) throw error;
    parts.log.warn(
      { err: error.cause, segment: segment.name, from: recorded.from, to: recorded.to },
      'The columnar store rejected a batch; its rows are sent in smaller parts.',
    );
    const careful = { ...recorded, careful: true };
    await parts.progress.save({ current: careful });
    await load(parts, segment, careful);
  }
};

/** Loads the next batch of a segment. @returns false: the remainder contains no batch */
const loadNext = async (parts: StepParts, segment: Segment, from: number): Promise<boolean> => {
  const { reader, progress, log, rowLimit, byteLimit } = parts;
  const { name, path, durable, closed } = segment;
  if (from >= durable) return false;
  const cut = await reader.cut(path, from, Math.min(durable, from + byteLimit), rowLimit);
  if (cut > 0) {
    const careful = progress.position().unsure.includes(name);
    const next = { segment: name, from, to: from + cut, careful };
    await progress.save({ current: next });
    await loadRecorded(parts, segment, next);
    return true;
  }
  // Only a crash leaves a partial line, and its event was never acknowledged.
  if (closed)
    log.info(
      { segment: name, bytes: durable - from },
      'An incomplete record at the end of a journal segment was skipped.',
    );
  return false;
};

/** Loads one batch, or removes one finished segment. @returns false: no work is left */
export const loadStep = async (parts: StepParts): Promise<boolean> => {
  const { journal, progress } = parts;
  const segment = journal.segments()[0];
  if (segment === undefined) return false;
  // A segment that grows and closes while its end is read is finished in a later step.
  const { closed } = segment;
  if (!progress.isLoaded(segment)) {
    const recorded = progress.progressIn(segment);
    if (recorded.to > recorded.from) {
      await loadRecorded(parts, segment, recorded);
      return true;
    }
    if (await loadNext(parts, segment, recorded.from)) return true;
    if (!closed) return false;
  }
  await progress.finish(segment);
  return true;
};
