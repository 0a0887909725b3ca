import { measureCall } from '../../../platform/outcomes.ts';
import { currentRequestId, tracedCall, traceHeaders } from '../../../platform/tracing.ts';
import type { Columnar } from './columnar.ts';

/** What every call of the client accepts. */
interface Call {
  readonly query?: string;
  readonly table?: string;
  readonly http_headers?: Record<string, string>;
  readonly clickhouse_settings?: object;
}

const METHODS = ['query', 'command', 'exec', 'insert'] as const;

/** The call with the trace and the request in it: a server has them in `opentelemetry_span_log` and `query_log`. */
const identified = (call: Call): Call => {
  const requestId = currentRequestId();
  return {
    ...call,
    http_headers: { ...call.http_headers, ...traceHeaders() },
    ...(requestId !== undefined && {
      clickhouse_settings: { ...call.clickhouse_settings, log_comment: requestId },
    }),
  };
};

/**
 * Measures each call of a client, and makes a span of it, which ends with the first bytes of the answer
 * (https://opentelemetry.io/docs/specs/semconv/db/sql/). Statements have no values in them, which are parameters.
 */
export const traceColumnar = (columnar: Columnar, database: string): Columnar => {
  for (const method of METHODS) {
    const call = columnar[method].bind(columnar) as (asks: Call) => Promise<never>;
    columnar[method] = (asks: Call) => {
      const text = asks.query ?? `INSERT INTO ${asks.table}`;
      const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? method;
      return tracedCall(
        {
          name: `${operation} ${database}`,
          attributes: {
            'db.system.name': 'clickhouse',
            'db.namespace': database,
            'db.operation.name': operation,
            'db.query.text': text,
          },
        },
        () => measureCall('clickhouse', operation, () => call(identified(asks))),
      );
    };
  }
  return columnar;
};
