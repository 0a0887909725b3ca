import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip as gzipCallback } from 'node:zlib';
import { Session } from 'chdb';
import { createQuerySlots } from './query-slots.ts';
import { memoryBounds } from './memory.ts';
import { EngineError, type EngineRequest, readRequest } from './request.ts';
import { createSessions } from './sessions.ts';

const gzip = promisify(gzipCallback);

export interface EndpointOptions {
  /** The engine's folder. */
  readonly path: string;
  /** A session that stays open, on which queries of others are ended. */
  readonly anchor: Session;
  /** Most bytes of memory a query may take before it spills or is refused. */
  readonly memory: number;
}

/**
 * How many queries and inserts are worked on at once. Reports must not keep the collector's loader waiting,
 * so it has places of its own.
 */
export const QUERIES = 10;
export const INSERTS = 4;
const QUEUE = 2_000;
/**
 * Formats in which every row stands alone, so that a long answer can be passed on as it comes. The library
 * begins a stream on the event loop, where all others
 * wait until the query is planned: answers that are read as a whole are asked for in another format.
 */
const STREAMED = new Set(['JSONEachRow', 'JSONCompactEachRow', 'TabSeparated', 'TSV', 'CSV']);
const READS = /^\s*(?:SELECT|WITH)\b/i;
const LONGEST_ANSWER = 512 * 1024 * 1024;

const toEngineError = (error: unknown): EngineError => {
  if (error instanceof EngineError) return error;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const message = cause instanceof Error ? cause.message : String(cause);
  const code = Number(/Code: (\d+)/.exec(message)?.[1] ?? 1000);
  const status =
    code === 60 || code === 81
      ? 404
      : code === 241 || code === 202
        ? 503
        : code === 394
          ? 499
          : code === 159
            ? 408
            : code === 1000
              ? 500
              : 400;
  return new EngineError(code, message.replace(/^(Code: \d+\. )?(DB::Exception: )?/, ''), status);
};

/**
 * ClickHouse's HTTP interface over the engine in this process: as much of it as `@clickhouse/client` needs.
 *
 * Every request has a session that nobody had before, since settings and parameters given to chDB stick to
 * the session: a deduplication token that leaked
 * once dropped the next insert without a word. Every query has a bound on its time and memory, and is ended
 * when whoever asked hangs up.
 */
export const createEndpoint = ({ path, anchor, memory }: EndpointOptions): Server => {
  const full = () => new EngineError(202, 'too many queries are waiting', 503);
  const queries = createQuerySlots(QUERIES, QUEUE, full);
  const inserts = createQuerySlots(INSERTS, QUEUE, full);
  const sessions = createSessions(() => {
    try {
      return new Session(path);
    } catch (error) {
      // It says no more than that it could not; what it lacks is memory.
      throw new EngineError(241, 'there is no memory left for a session', 503, { cause: error });
    }
  }, QUERIES);
  const defaults = {
    max_execution_time: '60',
    // Parameters are set by statements: whatever fits in an address is short enough for one.
    max_query_size: '4000000',
    // The rewrite of `a = b AND b = 1` takes 100 ms of a report's planning, two thirds of the report on a
    // small product.
    optimize_and_compare_chain: '0',
    ...memoryBounds({ query: memory }),
  };

  const run = async (
    ask: EngineRequest,
    id: string,
    response: ServerResponse,
    compress: boolean,
    signal: AbortSignal,
  ): Promise<void> => {
    const session = sessions.take();
    const headers = {
      'X-ClickHouse-Query-Id': id,
      'X-ClickHouse-Format': ask.format,
      'X-ClickHouse-Timezone': 'UTC',
      'Content-Type': ask.format.startsWith('JSON')
        ? 'application/json; charset=UTF-8'
        : 'text/plain; charset=UTF-8',
    };
    const summary = (rows: { read?: number; written?: number; seconds?: number }) => ({
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
    // The library cannot interrupt a query, the engine can: it is found by the comment that every query of
    // ours bears.
    const end = () => {
      anchor
        .queryAsync(`KILL QUERY WHERE Settings['log_comment'] = 'touchpath-${id}' ASYNC`)
        .catch((error: unknown) => process.stderr.write(`ending query ${id}: ${String(error)}\n`));
    };
    signal.addEventListener('abort', end);
    try {
      const isBuffered = READS.test(ask.sql) && (compress || !STREAMED.has(ask.format));
      if (!isBuffered) await session.queryAsync(ask.prelude);
      if (ask.insert) {
        const { table, columns, format, rows } = ask.insert;
        const done = await session.insert({ table, format, values: rows, ...(columns ? { columns } : {}) });
        response
          .writeHead(200, { ...headers, ...summary({ written: done.rowsWritten, seconds: done.elapsed }) })
          .end();
        return;
      }
      if (!isBuffered && READS.test(ask.sql)) {
        // The status is sent with the first rows: until then an error can still be told properly.
        for await (const chunk of session.queryStream(ask.sql, { format: ask.format })) {
          signal.throwIfAborted();
          if (!response.headersSent) response.writeHead(200, headers);
          if (!response.write(chunk.raw())) await once(response, 'drain', { signal });
        }
        if (!response.headersSent) response.writeHead(200, headers);
        response.end();
        return;
      }
      // What is asked for as a whole takes one way to the engine and back; of several statements the last one
      // answers.
      const answer = await session.queryAsync(isBuffered ? `${ask.prelude}; ${ask.sql}` : ask.sql, {
        format: ask.format,
      });
      const bytes = answer.bytes();
      if (bytes.length > LONGEST_ANSWER)
        throw new EngineError(
          396,
          `the answer is longer than ${LONGEST_ANSWER} bytes: ask for rows one by one, or fewer`,
        );
      response.writeHead(200, {
        ...headers,
        ...summary({ read: answer.rowsRead, seconds: answer.elapsed }),
        ...(compress ? { 'Content-Encoding': 'gzip' } : {}),
      });
      response.end(compress ? await gzip(bytes, { level: 1 }) : bytes);
    } finally {
      signal.removeEventListener('abort', end);
      sessions.end(session);
    }
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let id: string = randomUUID();
    const disconnect = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) disconnect.abort(new EngineError(394, 'whoever asked hung up', 499));
    });
    try {
      const address = new URL(request.url ?? '/', 'http://engine');
      if (address.pathname === '/ping') {
        response.end('Ok.\n');
        return;
      }
      // By its own name for a query whoever asks can end it.
      const named = address.searchParams.get('query_id') ?? '';
      if (/^[\w-]{1,100}$/.test(named)) id = named;
      const ask = await readRequest(request, { ...defaults, log_comment: `touchpath-${id}` });
      const compress =
        address.searchParams.get('enable_http_compression') === '1' &&
        /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
      await (ask.insert ? inserts : queries).run(
        () => run(ask, id, response, compress, disconnect.signal),
        disconnect.signal,
      );
    } catch (error) {
      const { code, status, message } = toEngineError(error);
      // Halfway through an answer there is no status left to send: a broken connection is what tells it.
      if (response.headersSent) response.destroy();
      else
        response
          .writeHead(status, {
            'X-ClickHouse-Query-Id': id,
            'X-ClickHouse-Exception-Code': String(code),
            'Content-Type': 'text/plain; charset=UTF-8',
          })
          .end(message);
    }
  };

  const server = createServer(
    // Parameters travel in the address: a list of a few thousand ids is long.
    { maxHeaderSize: 1024 * 1024, keepAliveTimeout: 30_000, requestTimeout: 300_000 },
    (request, response) => void answer(request, response),
  );
  server.once('close', () => sessions.close());
  return server;
};
