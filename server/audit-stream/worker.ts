import type { Dependencies } from '../dependencies.ts';
import { startPoller, type Poller } from '../platform/poller.ts';
import { MINUTE, SECOND } from '../platform/time.ts';
import { withTaskLock } from '../store/postgres/engine/advisory-lock.ts';
import {
  companiesToStream,
  linesToStream,
  moveStreamPosition,
  type StreamedCompany,
  type StreamedLine,
} from '../store/postgres/engine/audit-stream.ts';

/** Streams the audit log to a receiver of the installation, apart from all other work. */

const POLL_INTERVAL_MS = SECOND;
const LINES_PER_BATCH = 200;
/** Pauses after failures: the first, doubled up to the longest. */
const PAUSE = { firstMs: SECOND, maxMs: 5 * MINUTE };

export interface AuditSender {
  /** Sends lines of one company. Resolves when the receiver has taken all. */
  send(lines: readonly StreamedLine[], signal: AbortSignal): Promise<void>;
}

type Parts = Pick<Dependencies, 'db' | 'clock' | 'log'>;

/** Pause after a number of failures in a row, in milliseconds. */
export const pauseAfter = (failures: number): number =>
  Math.min(PAUSE.firstMs * 2 ** Math.min(failures - 1, 20), PAUSE.maxMs);

/** Sends the lines of a company in batches. The position moves after each, so that a failure repeats one batch at most. */
const streamCompany = async (
  { db, clock }: Parts,
  sender: AuditSender,
  company: StreamedCompany,
  signal: AbortSignal,
): Promise<void> => {
  for (let { position } = company; !signal.aborted;) {
    const lines = await linesToStream(db, { ...company, position }, LINES_PER_BATCH);
    const last = lines.at(-1);
    if (last === undefined) return;
    await sender.send(lines, signal);
    ({ position } = last);
    await moveStreamPosition(db, company, position, new Date(clock.now()));
    if (lines.length < LINES_PER_BATCH) return;
  }
};

/**
 * Starts to stream the audit log. After a failure it pauses, at most five minutes, and continues from the stored position;
 * nothing else waits for it.
 */
export const startAuditStream = (
  parts: Parts,
  sender: AuditSender,
  { every = POLL_INTERVAL_MS }: { readonly every?: number } = {},
): Poller => {
  const { db, clock, log } = parts;
  const closing = new AbortController();
  let failures = 0;
  let pausedUntil = 0;

  const streamAll = async (): Promise<void> => {
    // Read again under the lock: another process may have streamed meanwhile.
    for (const company of await companiesToStream(db))
      await streamCompany(parts, sender, company, closing.signal);
    if (failures > 0) log.info({ failures }, 'The audit log is streamed again.');
    failures = 0;
  };

  const poller = startPoller(
    async () => {
      if (clock.now() < pausedUntil || (await companiesToStream(db)).length === 0) return;
      try {
        await withTaskLock(db, 'touchpath audit stream', streamAll);
      } catch (error) {
        if (closing.signal.aborted) return;
        failures += 1;
        const pause = pauseAfter(failures);
        pausedUntil = clock.now() + pause;
        log.warn({ err: error, seconds: pause / SECOND }, 'The audit log cannot be streamed; retrying.');
      }
    },
    { log, every, failed: 'The audit log could not be read for the stream; retrying.' },
  );
  return {
    ...poller,
    close: () => {
      closing.abort();
      return poller.close();
    },
  };
};
