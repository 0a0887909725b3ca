import type pg from 'pg';
import { measureCall } from '../../../platform/outcomes.ts';
import { tracedCall } from '../../../platform/tracing.ts';

type Query = (...args: readonly unknown[]) => unknown;

/** The statement of a call that answers with a promise; null: a stream, or a call with a callback. */
const statementOf = (args: readonly unknown[]): string | null => {
  if (args.some(arg => typeof arg === 'function')) return null;
  const [first] = args;
  if (typeof first === 'string') return first;
  const isStatement = typeof first === 'object' && first !== null && 'text' in first && !('submit' in first);
  return isStatement && typeof first.text === 'string' ? first.text : null;
};

/** Measures each statement, and makes a span of it. Values are parameters, and not recorded. */
const traceQueries = (target: { query: unknown }): void => {
  const query = (target.query as Query).bind(target);
  target.query = (...args: readonly unknown[]) => {
    const text = statementOf(args);
    if (text === null) return query(...args);
    const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'QUERY';
    return tracedCall(
      {
        name: `${operation} postgresql`,
        attributes: {
          'db.system.name': 'postgresql',
          'db.operation.name': operation,
          'db.query.text': text,
        },
      },
      () => measureCall('postgresql', operation, () => query(...args) as Promise<unknown>),
    );
  };
};

/**
 * Measures each statement of a pool and its connections, and makes a span of it (https://opentelemetry.io/docs/specs/semconv/db/sql/).
 * The pool passes its own statements on by callback, so that each is recorded once.
 */
export const tracePool = (pool: pg.Pool): void => {
  traceQueries(pool);
  pool.on('connect', traceQueries);
};
