import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip as gzipCallback } from 'node:zlib';
import { Session } from 'chdb';
import { createQuerySlots } from './query-slots.ts';
import { memoryBounds } from './memory.ts';
import { EngineError, type EngineRequest, readRequest } from './request.ts';
import { createSessions, type EngineSession } from './sessions.ts';

const gzip = promisify(gzipCallback);

export interface EndpointOptions {
  /** The engine's folder. */
  readonly path: string;
  /** A permanent session for cancelling the queries of other sessions. */
  readonly anchor: Session;
  /** Memory limit of a query in bytes, above which it spills to disk or fails. */
  readonly memory: number;
}

/**
 * Maximum number of concurrent queries and inserts. Inserts have separate slots, so that reports do not delay the
 * loader.
 */
export const QUERIES = 10;
export const INSERTS = 4;
const MAX_QUEUED_QUERIES = 2_000;
const SESSIONS = { spare: QUERIES, configured: 3 * QUERIES };
/**
 * Formats with one independent row at a time, which allows streaming of long answers. Starting a stream blocks the
 * event loop until the query is planned, so answers that are read completely use another format.
 */
const STREAMED = new Set(['JSONEachRow', 'JSONCompactEachRow', 'TabSeparated', 'TSV', 'CSV']);
const READS = /^\s*(?:SELECT|WITH)\b/i;
const ANSWER_LIMIT_BYTES = 512 * 1024 * 1024;

/** HTTP status by error code of the engine; 1000: an error without a code. */
const STATUS_OF_CODE: ReadonlyMap<number, number> = new Map([
  [60, 404],
  [81, 404],
  [159, 408],
  [202, 503],
  [241, 503],
  [394, 499],
  [1000, 500],
]);

const toEngineError = (error: unknown): EngineError => {
  if (error instanceof EngineError) return error;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const message = cause instanceof Error ? cause.message : String(cause);
  const code = Number(/Code: (\d+)/.exec(message)?.[1] ?? 1000);
  const status = STATUS_OF_CODE.get(code) ?? 400;
  return new EngineError(code, message.replace(/^(Code: \d+\. )?(DB::Exception: )?/, ''), status);
};

/** A running query or insert, and the response for its answer. */
interface Job {
  readonly ask: EngineRequest;
  readonly id: string;
  readonly response: ServerResponse;
  /** Whether the answer is compressed. */
  readonly compress: boolean;
  /** Aborts when the client has closed the connection. */
  readonly signal: AbortSignal;
}

const headersOf = ({ ask, id }: Job) => ({
  'X-ClickHouse-Query-Id': id,
  'X-ClickHouse-Format': ask.format,
  'X-ClickHouse-Timezone': 'UTC',
  'Content-Type': ask.format.startsWith('JSON')
    ? 'application/json; charset=UTF-8'
    : 'text/plain; charset=UTF-8',
});
const summaryOf = (rows: { read?: number; written?: number; seconds?: number }) => ({
  'X-ClickHouse-Summary': JSON.stringify({
    read_rows: String(rows.read ?? 0),
    read_bytes: '0',
    written_rows: String(rows.written ?? 0),
    written_bytes: '0',
    total_rows_to_read: '0',
    result_rows: '0',
    result_bytes: '0',
    elapsed_ns: String(Math.round((rows.seconds ?? 0) * 1e9)),
  }),
});

const insertRows = async (
  job: Job,
  { table, columns, format, rows }: NonNullable<EngineRequest['insert']>,
  session: Session,
): Promise<void> => {
  const done = await session.insert({ table, format, values: rows, ...(columns ? { columns } : {}) });
  job.response
    .writeHead(200, {
      ...headersOf(job),
      ...summaryOf({ written: done.rowsWritten, seconds: done.elapsed }),
    })
    .end();
};

/** Streams rows. The status is sent with the first rows, so that an earlier error has its own status. */
const streamRows = async (job: Job, session: Session): Promise<void> => {
  const { ask, response, signal } = job;
  for await (const chunk of session.queryStream(ask.sql, { format: ask.format })) {
    signal.throwIfAborted();
    if (!response.headersSent) response.writeHead(200, headersOf(job));
    if (!response.write(chunk.raw())) await once(response, 'drain', { signal });
  }
  if (!response.headersSent) response.writeHead(200, headersOf(job));
  response.end();
};

/** Sends an answer that is read in one call. Of several statements the last one provides the answer. */
const sendAnswer = async (job: Job, session: Session, statements: string): Promise<void> => {
  const { ask, response, compress } = job;
  const answer = await session.queryAsync(statements, { format: ask.format });
  const bytes = answer.bytes();
  if (bytes.length > ANSWER_LIMIT_BYTES)
    throw new EngineError(
      396,
      `the answer exceeds ${ANSWER_LIMIT_BYTES} bytes: stream the rows, or request fewer`,
    );
  response.writeHead(200, {
    ...headersOf(job),
    ...summaryOf({ read: answer.rowsRead, seconds: answer.elapsed }),
    ...(compress ? { 'Content-Encoding': 'gzip' } : {}),
  });
  response.end(compress ? await gzip(bytes, { level: 1 }) : bytes);
};

/** Whether the rows of an answer are streamed: a read of independent rows without compression. */
const isStreamed = ({ ask, compress }: Job): boolean =>
  READS.test(ask.sql) && !compress && STREAMED.has(ask.format);

const runJob = async (job: Job, { session, configuration }: EngineSession): Promise<void> => {
  const { ask } = job;
  const first = [configuration, ask.values].filter(Boolean).join('; ');
  // One library call instead of two, because each is a round trip.
  if (READS.test(ask.sql) && !isStreamed(job)) return sendAnswer(job, session, `${first}; ${ask.sql}`);
  await session.queryAsync(first);
  if (ask.insert) return insertRows(job, ask.insert, session);
  return isStreamed(job) ? streamRows(job, session) : sendAnswer(job, session, ask.sql);
};

const sendError = (response: ServerResponse, id: string, error: unknown): void => {
  const { code, status, message } = toEngineError(error);
  // After the first bytes no status can be sent: the client sees a broken connection.
  if (response.headersSent) response.destroy();
  else
    response
      .writeHead(status, {
        'X-ClickHouse-Query-Id': id,
        'X-ClickHouse-Exception-Code': String(code),
        'Content-Type': 'text/plain; charset=UTF-8',
      })
      .end(message);
};

/** Default settings of every query and insert. @param memory memory limit of a query in bytes */
const defaultSettings = (memory: number) => ({
  max_execution_time: '60',
  // Bound parameters become SET statements: any value that fits into the URL must fit into a statement.
  max_query_size: '4000000',
  // The rewrite of `a = b AND b = 1` takes 100 ms of planning, two thirds of a report on a small product.
  optimize_and_compare_chain: '0',
  ...memoryBounds({ query: memory }),
});

const openSession = (path: string): Session => {
  try {
    return new Session(path);
  } catch (error) {
    // The error states no cause; in practice it is a lack of memory.
    throw new EngineError(241, 'there is not enough memory for a session', 503, { cause: error });
  }
};

/**
 * ClickHouse's HTTP interface over the embedded engine, as far as `@clickhouse/client` needs it.
 *
 * chDB stores settings and parameters in the session, so requests share one only where they set the same: a leaked
 * deduplication token would drop the next insert silently. Every query has limits of time and memory, and is cancelled
 * when its client disconnects.
 */
export const createEndpoint = ({ path, anchor, memory }: EndpointOptions): Server => {
  const full = () => new EngineError(202, 'too many queries are waiting', 503);
  const queries = createQuerySlots(QUERIES, MAX_QUEUED_QUERIES, full);
  const inserts = createQuerySlots(INSERTS, MAX_QUEUED_QUERIES, full);
  const sessions = createSessions(() => openSession(path), SESSIONS);
  const defaults = defaultSettings(memory);

  const run = async (job: Job): Promise<void> => {
    // The library releases the cursor of a stream with its session.
    const session = sessions.take(job.ask.configuration, isStreamed(job) ? null : job.ask.names);
    let isDone = false;
    // The library cannot interrupt a query, but the engine can: each query has a unique log comment.
    const end = () => {
      anchor
        .queryAsync(`KILL QUERY WHERE Settings['log_comment'] = 'touchpath-${job.id}' ASYNC`)
        .catch((error: unknown) =>
          process.stderr.write(`Cancelling query ${job.id} failed: ${String(error)}\n`),
        );
    };
    job.signal.addEventListener('abort', end);
    try {
      await runJob(job, session);
      isDone = true;
    } finally {
      job.signal.removeEventListener('abort', end);
      // The cancellation of this query may arrive after it, and must not meet the next query of the session.
      sessions.end(session, isDone && !job.signal.aborted);
    }
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let id: string = randomUUID();
    const disconnect = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished)
        disconnect.abort(new EngineError(394, 'the client closed the connection', 499));
    });
    try {
      const address = new URL(request.url ?? '/', 'http://engine');
      if (address.pathname === '/ping') {
        response.end('Ok.\n');
        return;
      }
      // The caller's query id is used, so that the caller can cancel the query.
      const named = address.searchParams.get('query_id') ?? '';
      if (/^[\w-]{1,100}$/.test(named)) id = named;
      const ask = await readRequest(request, address.searchParams, defaults, `touchpath-${id}`);
      const compress =
        address.searchParams.get('enable_http_compression') === '1' &&
        /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
      const { signal } = disconnect;
      await (ask.insert ? inserts : queries).run(() => run({ ask, id, response, compress, signal }), signal);
    } catch (error) {
      sendError(response, id, error);
    }
  };

  const server = createServer(
    // Parameters are part of the URL, and a list of a few thousand ids is long.
    { maxHeaderSize: 1024 * 1024, keepAliveTimeout: 30_000, requestTimeout: 300_000 },
    (request, response) => void answer(request, response),
  );
  server.once('close', () => sessions.close());
  return server;
};
