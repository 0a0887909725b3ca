import { inspect } from 'node:util';
import pino, { type Logger } from 'pino';
import type { Settings } from './settings.ts';

/** Never written, wherever they stand in what is logged. */
const SECRET = ['password', 'authorization', 'cookie', 'token', 'access', 'refresh', 'set-cookie', 'xclid'];
const redact = { paths: SECRET.flatMap(name => [`["${name}"]`, `*["${name}"]`, `*.headers["${name}"]`, `*.*["${name}"]`]), censor: '…' };

const USUAL = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err']);

/** A line for people: time, level where it matters, message, and what comes with it. */
export const readable = (line: string): string => {
  const entry = JSON.parse(line) as Record<string, unknown> & { level: number; time: number; msg?: string; err?: { message?: string; stack?: string } };
  const level = entry.level >= 50 ? 'ERROR ' : entry.level >= 40 ? 'WARN  ' : entry.level < 30 ? 'debug ' : '';
  const rest = Object.entries(entry).filter(([key]) => !USUAL.has(key))
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : inspect(value, { breakLength: Infinity, depth: 6 })}`);
  const error = entry.err === undefined ? '' : `\n${entry.err.stack ?? entry.err.message ?? ''}`;
  return `${new Date(entry.time).toISOString().slice(11, 19)} ${level}${[entry.msg ?? '', ...rest].join(' ').trim()}${error}\n`;
};

/** The program's log on standard output: lines of JSON in production, for people elsewhere. */
export const createLog = ({ logLevel, production }: Pick<Settings, 'logLevel' | 'production'>): Logger => {
  const options = { level: logLevel, redact, base: production ? { pid: process.pid } : null };
  return production ? pino(options, pino.destination({ fd: 1, sync: false })) : pino(options, { write: line => { process.stdout.write(readable(line)); } });
};
