import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';

/** The tracer of the present receiver; it records nothing until `startTraceExport` was called. */
export const currentTracer = (): Tracer => trace.getTracer('touchpath');

/** A unit of work: its name is one of few (https://opentelemetry.io/docs/specs/otel/trace/api/#span). */
interface Unit {
  readonly name: string;
  /** Whether it is a call of another program. */
  readonly isCall?: boolean;
  /** Names of the semantic conventions where they have one. Never values of visitors or users. */
  readonly attributes?: Attributes;
}

/** The class of an error. Its message may contain values, so that it is in the log only. */
const typeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};

/** Marks a span as failed. @param type the class of the error */
export const markFailed = (span: Span, type: string): void => {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
};

/** Runs work as a span of the current trace, or of a new one. */
export const traced = <Answer>(
  { name, isCall = false, attributes = {} }: Unit,
  work: (span: Span) => Promise<Answer>,
): Promise<Answer> =>
  currentTracer().startActiveSpan(
    name,
    { kind: isCall ? SpanKind.CLIENT : SpanKind.INTERNAL, attributes },
    async span => {
      try {
        return await work(span);
      } catch (error) {
        markFailed(span, typeOf(error));
        throw error;
      } finally {
        span.end();
      }
    },
  );

/**
 * Runs a call of another program as a span of the current trace. Without a trace nothing is recorded: what runs at an
 * interval would fill the receiver.
 */
export const tracedCall = <Answer>(
  unit: Omit<Unit, 'isCall'>,
  work: () => Promise<Answer>,
): Promise<Answer> =>
  trace.getActiveSpan() === undefined ? work() : traced({ ...unit, isCall: true }, work);

/** Headers that continue the current trace in another program; empty: there is none. */
export const traceHeaders = (): Readonly<Record<string, string>> => {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
};

/** The current trace and span, as fields of a line of the log; empty: there is none. */
export const traceFields = (): object => {
  const found = trace.getActiveSpan()?.spanContext();
  return found === undefined ? {} : { trace_id: found.traceId, span_id: found.spanId };
};

const requestIds = new AsyncLocalStorage<string>();
/** The number of requests that are being answered. */
let openRequests = 0;

/**
 * Notes that a request is being answered. A storage in use makes Node 20 follow the context of every promise of the
 * process, which then cost three times as much; between requests it is not in use.
 *
 * @returns a function that notes its end, to be called once
 */
export const beginRequest = (): (() => void) => {
  openRequests += 1;
  return () => {
    openRequests -= 1;
    if (openRequests === 0) requestIds.disable();
  };
};

/** Runs the rest of a request under its id. */
export const withRequestId = (id: string, work: () => void): void => requestIds.run(id, work);

/** The id of the request that is being answered; undefined: work in the background. */
export const currentRequestId = (): string | undefined => requestIds.getStore();
