import { inspect } from 'node:util';
import pino, { type Logger } from 'pino';
import type { Settings } from './settings.ts';
import { traceFields } from './tracing.ts';

/** Fields that are redacted at every level of a log entry. */
const SECRET = [
  'password',
  'authorization',
  'cookie',
  'token',
  'access',
  'refresh',
  'set-cookie',
  'xclid',
  'secret',
  'challenge',
];
const redact = {
  paths: SECRET.flatMap(name => [`["${name}"]`, `*["${name}"]`, `*.headers["${name}"]`, `*.*["${name}"]`]),
  censor: '…',
};

/**
 * Fields of database and mail errors with values: parameters of a statement, the row that violated a constraint,
 * recipients.
 */
const STATEMENT_FIELDS = new Set(['params', 'detail', 'rejected', 'rejectedErrors', 'recipient']);

/** Texts in an error and its causes that contain values: parameters of statements and refused recipients. */
const valuesIn = (error: unknown, depth = 0): string[] => {
  if (!(error instanceof Error) || depth > 5) return [];
  const {
    params,
    rejected,
    errors = [],
  } = error as Error & { params?: unknown; rejected?: unknown; errors?: readonly unknown[] };
  return [
    ...(Array.isArray(params) ? [`\nparams: ${String(params)}`] : []),
    ...(Array.isArray(rejected) ? rejected.map(String) : []),
    ...[error.cause, ...errors].flatMap(inner => valuesIn(inner, depth + 1)),
  ];
};

/**
 * Serializes an error for the log, with the text of a failed statement or the answer to a refused mail, but without
 * values, which include personal addresses and password hashes.
 */
export const errorOf = (error: Error): unknown => {
  const values = valuesIn(error).filter(value => value !== '');
  const cleanField = (key: string, value: unknown): unknown => {
    if (typeof value === 'string') return values.reduce((text, one) => text.replaceAll(one, ''), value);
    return key === 'aggregateErrors' ? (value as Record<string, unknown>[]).map(clean) : value;
  };
  const clean = (serialized: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(serialized)
        .filter(([key]) => !STATEMENT_FIELDS.has(key))
        .map(([key, value]) => [key, cleanField(key, value)]),
    );
  const serialized: unknown = pino.stdSerializers.err(error);
  return typeof serialized !== 'object' || serialized === null
    ? serialized
    : clean(serialized as Record<string, unknown>);
};

/** EX_SOFTWARE of sysexits.h: the supervisor restarts a program with this exit code. */
export const FAULT_EXIT_CODE = 70;

/**
 * Logs uncaught errors and ends the program, whose state is unknown then. The stores survive such an end; the next
 * start opens them.
 */
export const endAtFaults = (log: Logger, from: Pick<NodeJS.Process, 'on' | 'exit'> = process): void => {
  from.on('uncaughtException', error => {
    log.fatal({ err: error }, 'Touchpath exits because of an unexpected error.');
    from.exit(FAULT_EXIT_CODE);
  });
};

const USUAL = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err']);

/** Name of a pino level, padded; empty for info, the level of most lines. */
const levelName = (level: number): string => {
  if (level >= 50) return 'ERROR ';
  if (level >= 40) return 'WARN  ';
  return level < 30 ? 'debug ' : '';
};

/** Formats a line for people: time, level unless info, message, fields. */
export const readable = (line: string): string => {
  const entry = JSON.parse(line) as Record<string, unknown> & {
    level: number;
    time: number;
    msg?: string;
    err?: { message?: string; stack?: string };
  };
  const level = levelName(entry.level);
  const rest = Object.entries(entry)
    .filter(([key]) => !USUAL.has(key))
    .map(
      ([key, value]) =>
        `${key}=${typeof value === 'string' ? value : inspect(value, { breakLength: Infinity, depth: 6 })}`,
    );
  const error = entry.err === undefined ? '' : `\n${entry.err.stack ?? entry.err.message ?? ''}`;
  return `${new Date(entry.time).toISOString().slice(11, 19)} ${level}${[entry.msg ?? '', ...rest].join(' ').trim()}${error}\n`;
};

/** Creates the program's log on standard output: JSON lines in production, readable lines otherwise. */
export const createLog = ({ logLevel, production }: Pick<Settings, 'logLevel' | 'production'>): Logger => {
  const options = {
    level: logLevel,
    redact,
    mixin: traceFields,
    serializers: { err: errorOf },
    base: production ? { pid: process.pid } : null,
  };
  return production
    ? pino(options, pino.destination({ fd: 1, sync: false }))
    : pino(options, {
        write: line => {
          process.stdout.write(readable(line));
        },
      });
};
