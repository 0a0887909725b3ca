import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { Failure } from '../http/failures.ts';
import { threadSource } from '../platform/thread-source.ts';
import type { Columns, ImportField, Mapping } from './columns.ts';
import { NEXT, type FileJob, type FileMessage } from './file-messages.ts';
import { refuseFile, type FileFormat, type SheetRow } from './sheet.ts';

/** The limits of reading one file. */
export interface ReadLimits {
  /** Maximum milliseconds from the first byte to the last row. */
  readonly timeMs: number;
  /** Maximum heap of the thread in MB. */
  readonly heapMB: number;
}

export const READ_LIMITS: ReadLimits = { timeMs: 30_000, heapMB: 768 };
/** Concurrent threads that read files; a third would take the processor from the collector. */
const MAX_THREADS = 2;
/** Milliseconds for which an idle thread is kept. */
const IDLE_MS = 30_000;

/** Columns of a file that an import reads, and its rows reduced to these columns. */
export interface ImportTable {
  readonly columns: Columns;
  readonly rows: readonly SheetRow[];
  /** Number of further sheets of a workbook that have rows, which are not read. */
  readonly unreadSheets: number;
}

export interface FileReader {
  /**
   * Reads a file in a worker thread, so that its content can exhaust neither the time nor the memory of the process.
   *
   * @throws {Failure} `invalid`: the file is unreadable, lacks columns, or exceeds the time or memory limit
   */
  read(
    bytes: Buffer,
    format: FileFormat,
    fields: readonly ImportField[],
    mapping: Mapping,
  ): Promise<ImportTable>;
  /** Ends all threads; files that are being read fail. */
  close(): Promise<void>;
}

/** The thread is not reusable; `reason` is the error for the caller. */
class Unfit extends Error {
  readonly reason: Error;
  constructor(reason: Error) {
    super(reason.message);
    this.reason = reason;
  }
}

/** Runs one job on a thread. The thread is reusable if the promise resolves or rejects with a failure of the file. */
const readOn = (thread: Worker, job: FileJob, { timeMs, heapMB }: ReadLimits): Promise<ImportTable> =>
  new Promise((resolve, reject) => {
    let head: Pick<ImportTable, 'columns' | 'unreadSheets'> | null = null;
    const rows: SheetRow[] = [];
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      thread.off('message', take).off('error', fail).off('exit', exit);
      settle();
    };
    const take = (message: FileMessage): void => {
      if (message.kind === 'columns') head = message;
      else if (message.kind === 'rows') {
        for (const row of message.rows) rows.push(row);
        thread.postMessage(NEXT, []);
      } else if (message.kind === 'refused')
        end(() => reject(new Failure('invalid', { fields: message.fields })));
      else
        end(() =>
          head === null
            ? reject(new Error('A file was read without columns.'))
            : resolve({ columns: head.columns, rows, unreadSheets: head.unreadSheets }),
        );
    };
    const fail = (error: NodeJS.ErrnoException): void =>
      end(() =>
        reject(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? new Unfit(refuseFile('file_memory', { max: heapMB }, error))
            : new Unfit(error),
        ),
      );
    const exit = (): void => end(() => reject(new Unfit(new Failure('overloaded'))));
    const timer = setTimeout(
      () => end(() => reject(new Unfit(refuseFile('file_time', { seconds: Math.ceil(timeMs / 1_000) })))),
      timeMs,
    );
    thread.on('message', take).on('error', fail).on('exit', exit);
    thread.postMessage(job, [job.bytes.buffer as ArrayBuffer]);
  });

/** Pool of threads that read files; an idle thread is kept for a while. */
const createThreads = (limits: ReadLimits) => {
  const threads = new Set<Worker>();
  const idle: { readonly thread: Worker; readonly timer: NodeJS.Timeout }[] = [];
  return {
    open: async (): Promise<Worker> => {
      const idleWorker = idle.pop();
      if (idleWorker !== undefined) {
        clearTimeout(idleWorker.timer);
        return idleWorker.thread;
      }
      const source = await threadSource(new URL('file-thread.ts', import.meta.url));
      const thread = new Worker(source, {
        eval: true,
        env: {},
        execArgv: [],
        resourceLimits: {
          maxOldGenerationSizeMb: limits.heapMB,
          maxYoungGenerationSizeMb: 64,
          stackSizeMb: 4,
        },
      });
      thread.unref();
      thread.on('error', () => undefined); // the read that waits for the thread gets the error
      threads.add(thread);
      thread.once('exit', () => threads.delete(thread));
      return thread;
    },
    release: (thread: Worker): void => {
      const entry = {
        thread,
        timer: setTimeout(() => {
          idle.splice(idle.indexOf(entry), 1);
          void thread.terminate();
        }, IDLE_MS).unref(),
      };
      idle.push(entry);
    },
    close: async (): Promise<void> => {
      for (const { timer } of idle.splice(0)) clearTimeout(timer);
      await Promise.all([...threads].map(thread => thread.terminate()));
    },
  };
};

/** Creates the reader of imported files. */
export const createFileReader = (limits: ReadLimits = READ_LIMITS): FileReader => {
  const threads = createThreads(limits);
  const limit = pLimit(MAX_THREADS);
  return {
    read: (bytes, format, fields, mapping) =>
      limit(async () => {
        const thread = await threads.open();
        try {
          const table = await readOn(
            thread,
            { bytes: new Uint8Array(bytes), format, fields, mapping },
            limits,
          );
          threads.release(thread);
          return table;
        } catch (error) {
          if (!(error instanceof Unfit)) {
            threads.release(thread);
            throw error;
          }
          await thread.terminate();
          throw error.reason;
        }
      }),
    close: threads.close,
  };
};
