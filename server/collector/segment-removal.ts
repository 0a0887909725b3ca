import type { Logger } from 'pino';
import { startPoller, type Poller } from '../platform/poller.ts';
import { SECOND } from '../platform/time.ts';
import type { Journal } from './journal.ts';
import type { Loader } from './loader.ts';

/**
 * Segments are ended so that the loaders can remove them. Otherwise the events of a small site would stay in the journal
 * for weeks after they were loaded, unencrypted and out of reach of an erasure.
 */

/** Age in ms at which a segment ends. It is below the delay of an erasure. */
const MAX_SEGMENT_AGE_MS = 30 * SECOND;
const LOOK_EVERY_MS = 5 * SECOND;

/**
 * Ends segments by their age. While an earlier one waits for a slice, the newest goes on, so that an outage leaves few
 * files.
 */
export const startEndingOldSegments = (
  journal: Pick<Journal, 'segments' | 'endSegment'>,
  log: Pick<Logger, 'error'>,
  maxAgeMs = MAX_SEGMENT_AGE_MS,
): Poller =>
  startPoller(
    async () => {
      if (journal.segments().length === 1) await journal.endSegment(maxAgeMs);
    },
    {
      log,
      failed: 'A segment of the journal could not be ended; retrying.',
      every: Math.min(LOOK_EVERY_MS, maxAgeMs),
    },
  );

/** Loads the events that are durable now, and removes their files. @returns whether none of these files is left */
export const emptyJournal = async (
  journal: Pick<Journal, 'segments' | 'endSegment' | 'has'>,
  loaders: Pick<Loader, 'drain'>,
): Promise<boolean> => {
  await journal.endSegment();
  const ended = journal.segments().filter(({ closed }) => closed);
  await loaders.drain();
  return ended.every(({ name }) => !journal.has(name));
};
