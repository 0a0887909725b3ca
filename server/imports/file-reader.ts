import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { Failure } from '../http/failures.ts';
import { threadSource } from '../platform/thread-source.ts';
import type { Columns, ImportField, Mapping } from './columns.ts';
import { NEXT, type FileJob, type FileMessage } from './file-messages.ts';
import { refuseFile, type FileFormat, type SheetRow } from './sheet.ts';

/** The limits of reading one file. */
export interface ReadLimits {
  /** Milliseconds from the first byte to the last row. */
  readonly timeMs: number;
  /** Heap of the thread. */
  readonly heapMB: number;
}

export const READ_LIMITS: ReadLimits = { timeMs: 30_000, heapMB: 768 };
/** How many files are read at once: as many threads; a third would take the processor from the collector. */
const THREADS = 2;
/** Time for which an idle thread is kept for the next file. */
const IDLE_MS = 30_000;

/** The columns of a file that an import knows, and its rows with just these. */
export interface ImportTable {
  readonly columns: Columns;
  readonly rows: readonly SheetRow[];
}

export interface FileReader {
  /**
   * Reads a file in a thread of its own, so that whatever it holds takes neither the time nor the memory of
   * the process.
   *
   * @throws {Failure} `invalid`: it cannot be read, lacks columns, or takes more time or memory than it may
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

/** The thread cannot be used again; `reason` is the error for the caller. */
class Unfit extends Error {
  readonly reason: Error;
  constructor(reason: Error) {
    super(reason.message);
    this.reason = reason;
  }
}

/**
 * Carries one job out on a thread. The thread is fit for another job where the promise resolves, or rejects
 * with a failure of the file.
 */
const readOn = (thread: Worker, job: FileJob, { timeMs, heapMB }: ReadLimits): Promise<ImportTable> =>
  new Promise((resolve, reject) => {
    let columns: Columns | null = null;
    const rows: SheetRow[] = [];
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      thread.off('message', take).off('error', fail).off('exit', exit);
      settle();
    };
    const take = (message: FileMessage): void => {
      if (message.kind === 'columns') ({ columns } = message);
      else if (message.kind === 'rows') {
        for (const row of message.rows) rows.push(row);
        thread.postMessage(NEXT, []);
      } else if (message.kind === 'refused')
        end(() => reject(new Failure('invalid', { fields: message.fields })));
      else
        end(() =>
          columns === null
            ? reject(new Error('A file was read without columns.'))
            : resolve({ columns, rows }),
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

/** The threads that read files; one without work stays a while for the next file. */
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

/** The reader of imported files. */
export const createFileReader = (limits: ReadLimits = READ_LIMITS): FileReader => {
  const threads = createThreads(limits);
  const limit = pLimit(THREADS);
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
