import { Worker } from 'node:worker_threads';
import { threadSource } from '../platform/thread-source.ts';
import type {
  BatchAnswer,
  BatchMethod,
  BatchMethods,
  PiecePositions,
  SharedBatch,
} from './batch-messages.ts';
import type { Batch, BatchReader, PiecesByMonth } from './batch.ts';

/** A reader that works in a thread of its own, so that requests do not wait while it checks and sorts rows. */
export interface ThreadedBatchReader extends BatchReader {
  /** Ends the thread; a later call begins another. */
  close(): Promise<void>;
}

/** Batches of 10,000 rows leave nothing behind, so that the thread needs little memory. */
const MAX_YOUNG_GENERATION_MB = 32;

const piecesIn = (memory: SharedArrayBuffer, months: readonly PiecePositions[]): PiecesByMonth =>
  new Map(
    months.map(([month, pieces]) => [
      month,
      pieces.map(([from, to]) => Buffer.from(memory, from, to - from)),
    ]),
  );

const batchOf = ({ memory, pieces, damaged, ...counted }: SharedBatch): Batch => ({
  ...counted,
  pieces: {
    contact: piecesIn(memory, pieces.contact),
    impression: piecesIn(memory, pieces.impression),
    access: piecesIn(memory, pieces.access),
    conversion: piecesIn(memory, pieces.conversion),
  },
  damaged: damaged.map(line => Buffer.from(line)),
});

const startThread = async (): Promise<Worker> => {
  const source = await threadSource(new URL('batch-thread.ts', import.meta.url));
  const thread = new Worker(source, {
    eval: true,
    env: {},
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: MAX_YOUNG_GENERATION_MB },
  });
  thread.on('error', () => undefined); // the call that waits for the thread gets the error
  thread.unref();
  return thread;
};

/** Calls a method of the thread's reader. @throws the error of the thread, or that it ended */
const callThread = <M extends BatchMethod>(
  thread: Worker,
  method: M,
  parameters: BatchMethods[M]['parameters'],
): Promise<BatchAnswer<M>> =>
  new Promise((resolve, reject) => {
    const release = (): void => {
      thread.off('message', onMessage).off('error', onError).off('exit', onExit).unref();
    };
    const onMessage = (answer: BatchAnswer<M>): void => {
      release();
      resolve(answer);
    };
    const onError = (error: Error): void => {
      release();
      reject(error);
    };
    const onExit = (): void => onError(new Error('the thread that reads the journal ended'));
    thread.on('message', onMessage).on('error', onError).on('exit', onExit).ref();
    thread.postMessage({ method, parameters }, []);
  });

/**
 * Reads the journal in a worker thread, which begins with the first call. The bytes of a batch lie in memory
 * that both threads see, and are not copied between them. If the thread fails, the call fails, and the next
 * call begins another thread.
 */
export const createThreadedBatchReader = (): ThreadedBatchReader => {
  let thread: Promise<Worker> | null = null;

  const call = async <M extends BatchMethod>(
    method: M,
    ...parameters: BatchMethods[M]['parameters']
  ): Promise<BatchMethods[M]['answer']> => {
    let answer: BatchAnswer<M>;
    try {
      thread ??= startThread();
      answer = await callThread(await thread, method, parameters);
    } catch (error) {
      thread = null;
      throw error;
    }
    if ('error' in answer) throw new Error(answer.error);
    return answer.value;
  };

  return {
    cut: (...parameters) => call('cut', ...parameters),
    read: async (...parameters) => batchOf(await call('read', ...parameters)),
    close: async () => {
      const ended = thread;
      thread = null;
      await (await ended)?.terminate();
    },
  };
};
