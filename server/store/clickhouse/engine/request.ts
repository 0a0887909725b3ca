import type { IncomingMessage } from 'node:http';
import { createGunzip } from 'node:zlib';
import { reachesOut } from './guard.ts';

/** An error in ClickHouse's form. `code`: ClickHouse's error number; `status`: HTTP status of the answer. */
export class EngineError extends Error {
  readonly code: number;
  readonly status: number;
  constructor(code: number, message: string, status = 400, options?: ErrorOptions) {
    // The client expects an error name in parentheses at the end, which the engine's own messages have.
    super(
      `Code: ${code}. DB::Exception: ${message}${/\([A-Z0-9_]+\)\s*$/.test(message) ? '' : ' (EMBEDDED_ENGINE)'}`,
      options,
    );
    this.code = code;
    this.status = status;
  }
}

/** A parsed HTTP request to the engine. */
export interface EngineRequest {
  readonly sql: string;
  /** Rows to insert in a raw format; null: `sql` contains everything. */
  readonly insert: {
    readonly table: string;
    readonly columns: string[] | null;
    readonly format: RawFormat;
    readonly rows: Buffer;
  } | null;
  /** Statements that configure a session: its database and settings. */
  readonly configuration: string;
  /** A statement to run first in the session: the values of this request. */
  readonly values: string;
  /** The names that `values` sets; null: the request must have a session of its own. */
  readonly names: string | null;
  readonly format: string;
}

const RAW_FORMATS = [
  'JSONEachRow',
  'JSONCompactEachRow',
  'CSV',
  'CSVWithNames',
  'TSV',
  'TabSeparated',
  'TSVWithNames',
  'TabSeparatedWithNames',
] as const;
export type RawFormat = (typeof RAW_FORMATS)[number];

/** Maximum size of a decompressed body in bytes. The loader's batches are a hundredth of it. */
const MAX_BODY_BYTES = 256 * 1024 * 1024;
/**
 * URL parameters of the HTTP interface that are not query settings. `log_comment` is reserved for cancelling queries.
 */
const NOT_SETTINGS = new Set([
  'query',
  'database',
  'default_format',
  'query_id',
  'role',
  'user',
  'password',
  'compress',
  'decompress',
  'enable_http_compression',
  'wait_end_of_query',
  'send_progress_in_http_headers',
  'http_headers_progress_interval_ms',
  'buffer_size',
  'http_response_buffer_size',
  'cancel_http_readonly_queries_on_client_close',
  'quota_key',
  'log_comment',
  'session_check',
  'session_timeout',
  'close_session',
]);

const literal = (text: string) => `'${text.replace(/[\\']/g, '\\$&').replaceAll('\0', '\\0')}'`;

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'gzip')
    throw new EngineError(36, `Content-Encoding ${encoding} is not supported`, 415);
  const stream = encoding === 'gzip' ? request.pipe(createGunzip()) : request;
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MAX_BODY_BYTES)
      throw new EngineError(241, `the body exceeds ${MAX_BODY_BYTES} bytes: send smaller batches`, 413);
    parts.push(part);
  }
  return Buffer.concat(parts);
};

const INSERT =
  /^\s*INSERT\s+INTO\s+(?:TABLE\s+)?([\w.`]+)\s*(?:\(([\w\s,`]*)\)\s*)?FORMAT\s+(\w+)\s*(?:;\s*)?$/i;

/** A statement without trailing semicolons and spaces, which may precede the rows of an insert. */
const trimStatement = (sql: string): string => {
  let text = sql.trimEnd();
  while (text.endsWith(';')) text = text.slice(0, -1).trimEnd();
  return text;
};

/** An insert whose raw bytes the engine parses off the event loop; null: any other statement. */
const rawInsert = (sql: string, rows: Buffer): EngineRequest['insert'] => {
  const [, table, columns, word] = INSERT.exec(sql) ?? [];
  const format = RAW_FORMATS.find(f => f === word);
  if (table === undefined || format === undefined || rows.length === 0) return null;
  const name = (text: string) => text.replaceAll('`', '').trim();
  return {
    table: name(table),
    columns: columns === undefined ? null : columns.split(',').map(name),
    format,
    rows,
  };
};

/**
 * Settings of a request, and assignments of its bound parameters.
 * @param defaults settings for names that the request omits
 */
const readParameters = (
  parameters: URLSearchParams,
  defaults: Readonly<Record<string, string>>,
): Readonly<Record<'settings' | 'bound', Readonly<Record<string, string>>>> => {
  const settings: Record<string, string> = { ...defaults };
  const bound: Record<string, string> = {};
  for (const [key, value] of parameters) {
    if (!/^\w{1,100}$/.test(key)) throw new EngineError(115, `invalid parameter name: ${key.slice(0, 100)}`);
    if (key.startsWith('param_')) bound[key] = literal(value);
    else if (!NOT_SETTINGS.has(key) && key !== 'session_id') settings[key] = value;
  }
  return { settings, bound };
};

const readDatabase = (parameters: URLSearchParams): string | null => {
  const database = parameters.get('database');
  if (database !== null && !/^\w{1,100}$/.test(database))
    throw new EngineError(81, `invalid database name: ${database.slice(0, 100)}`, 404);
  return database;
};

/** The statement of a request, and its rows if the engine parses them; otherwise the body is part of the statement. */
const readStatement = (query: string | null, body: Buffer): Pick<EngineRequest, 'sql' | 'insert'> => {
  const insert = query === null ? null : rawInsert(query, body);
  const sql =
    query !== null && insert !== null
      ? query
      : trimStatement([query, body.toString('utf8')].filter(Boolean).join('\n'));
  if (sql === '') throw new EngineError(62, 'Empty query');
  // Rows of an insert contain visitors' input, so only the statement is checked.
  const word = reachesOut(query ?? sql);
  if (word !== null)
    throw new EngineError(
      497,
      `${word} accesses data outside of the store, which the embedded engine does not allow`,
      403,
    );
  return { sql, insert };
};

const configurationOf = (database: string | null, settings: Readonly<Record<string, string>>): string => {
  const set = Object.entries(settings)
    .map(([key, value]) => `${key} = ${/^-?\d{1,19}(\.\d+)?$/.test(value) ? value : literal(value)}`)
    .join(', ');
  return `${database === null ? '' : `USE \`${database}\`; `}SET ${set}`;
};

/** Statements that leave nothing in their session, unless another statement follows them. */
const LEAVES_NOTHING = /^\s*(?:SELECT|WITH|INSERT|ALTER|TRUNCATE|OPTIMIZE)\b[^;]*$/i;

/**
 * Parses a request of ClickHouse's HTTP interface.
 * @param parameters those of its address
 * @param defaults settings for names that the request omits
 * @param comment the log comment, by which the query can be cancelled
 * @throws {EngineError} when the embedded engine does not support the request
 */
export const readRequest = async (
  request: IncomingMessage,
  parameters: URLSearchParams,
  defaults: Readonly<Record<string, string>>,
  comment: string,
): Promise<EngineRequest> => {
  const body = await readBody(request);
  if (parameters.has('session_id'))
    throw new EngineError(372, 'the embedded engine does not support sessions: use a single query');

  const { settings, bound } = readParameters(parameters, defaults);
  const database = readDatabase(parameters);
  const { sql, insert } = readStatement(parameters.get('query'), body);
  const values = { ...bound, log_comment: literal(comment) };
  return {
    sql,
    insert,
    configuration: configurationOf(database, settings),
    values: `SET ${Object.entries(values)
      .map(([name, value]) => `${name} = ${value}`)
      .join(', ')}`,
    names: insert === null && LEAVES_NOTHING.test(sql) ? Object.keys(values).join() : null,
    format: /\bFORMAT\s+(\w+)\s*$/i.exec(sql)?.[1] ?? parameters.get('default_format') ?? 'TabSeparated',
  };
};
