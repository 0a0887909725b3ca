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

/** What the stream remembers of the companies whose lines were not taken. */
const createRefusals = () => {
  const refusals = new Map<number, { readonly times: number; readonly batchLines: number }>();
  return {
    /** A receiver may limit the size of a request, or the time that it takes: batches become smaller. */
    batchLinesOf: ({ id }: StreamedCompany): number => refusals.get(id)?.batchLines ?? LINES_PER_BATCH,
    /** Lines that a receiver never takes delay no other company for long: theirs come last. */
    inOrder: (companies: readonly StreamedCompany[]): StreamedCompany[] =>
      companies.toSorted((a, b) => (refusals.get(a.id)?.times ?? 0) - (refusals.get(b.id)?.times ?? 0)),
    noteRefused: ({ id }: StreamedCompany): void => {
      const { times, batchLines } = refusals.get(id) ?? { times: 0, batchLines: LINES_PER_BATCH };
      refusals.set(id, { times: times + 1, batchLines: Math.ceil(batchLines / 2) });
    },
    noteTaken: ({ id }: StreamedCompany): void => {
      const { batchLines } = refusals.get(id) ?? { batchLines: LINES_PER_BATCH };
      if (batchLines * 2 >= LINES_PER_BATCH) refusals.delete(id);
      else refusals.set(id, { times: 0, batchLines: batchLines * 2 });
    },
  };
};

interface Stream extends Parts {
  readonly sender: AuditSender;
  readonly refusals: ReturnType<typeof createRefusals>;
  readonly signal: AbortSignal;
  /** Called for each batch that the receiver has taken. */
  readonly onTaken: () => void;
}

/** Sends the lines of a company in batches. The position moves after each, so that a failure repeats one batch at most. */
const streamCompany = async (
  { db, clock, sender, refusals, signal, onTaken }: Stream,
  company: StreamedCompany,
): Promise<void> => {
  for (let { position } = company; ;) {
    const limit = refusals.batchLinesOf(company);
    const lines = await linesToStream(db, { ...company, position }, limit);
    const last = lines.at(-1);
    if (last === undefined) return;
    signal.throwIfAborted();
    try {
      await sender.send(lines, signal);
    } catch (error) {
      refusals.noteRefused(company);
      throw error;
    }
    refusals.noteTaken(company);
    ({ position } = last);
    await moveStreamPosition(db, company, position, new Date(clock.now()));
    onTaken();
    if (lines.length < limit) return;
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
  const refusals = createRefusals();
  const isPaused = (): boolean => {
    const left = pausedUntil - clock.now();
    // A clock that was set back would make the pause longer.
    return left > 0 && left <= PAUSE.maxMs;
  };

  const onTaken = (): void => {
    if (failures > 0) log.info({ failures }, 'The audit log is streamed again.');
    failures = 0;
  };
  const stream: Stream = { ...parts, sender, refusals, signal: closing.signal, onTaken };

  const streamAll = async (): Promise<void> => {
    // Read again under the lock: another process may have streamed meanwhile.
    for (const company of refusals.inOrder(await companiesToStream(db))) await streamCompany(stream, company);
  };

  const poller = startPoller(
    async () => {
      if (isPaused() || (await companiesToStream(db)).length === 0) return;
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
    {
      log,
      every,
      failed: 'The audit log could not be read for the stream; retrying.',
      task: { part: 'jobs', name: 'audit_stream' },
    },
  );
  return {
    ...poller,
    close: () => {
      closing.abort();
      return poller.close();
    },
  };
};
