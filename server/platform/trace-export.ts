import { context, diag, DiagLogLevel, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import {
  ATTR_SERVICE_INSTANCE_ID,
  ATTR_SERVICE_NAME,
  ATTR_SERVICE_VERSION,
} from '@opentelemetry/semantic-conventions';
import type { Logger } from 'pino';
import { type Build, buildText } from './build.ts';
import { MINUTE } from './time.ts';

/** Attributes such as statements are cut after this number of characters. */
const MAX_ATTRIBUTE_CHARACTERS = 2_000;
/** Longest wait in ms for the receiver when the program stops. */
const CLOSE_TIMEOUT_MS = 2_000;

/** Logs what the exporter reports: at most one line a minute, because each batch of spans fails alone. */
const logFailures = (log: Logger, now: () => number): ((message: string) => void) => {
  let nextMs = Number.NEGATIVE_INFINITY;
  const report = (message: string) => {
    if (now() < nextMs) return;
    nextMs = now() + MINUTE;
    log.warn({ why: message.slice(0, 500) }, 'Traces could not be sent.');
  };
  const ignore = () => undefined;
  diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  return report;
};

/**
 * Starts to send spans by OTLP over HTTP. The exporter reads its address, headers and time limit from the variables
 * of OpenTelemetry (https://opentelemetry.io/docs/specs/otel/protocol/exporter/), the resource from
 * `OTEL_RESOURCE_ATTRIBUTES` and `OTEL_SERVICE_NAME`. Spans that the receiver does not take are dropped.
 *
 * @param ratio the share of traces that are recorded, 0 to 1. Callers cannot raise it: their own decision to record a
 *   trace is followed for the same share only
 */
export const startTraceExport = (
  ratio: number,
  build: Build,
  log: Logger,
  now: () => number = () => performance.now(),
): { close(): Promise<void> } => {
  const report = logFailures(log, now);
  const sampler = new TraceIdRatioBasedSampler(ratio);
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(
        resourceFromAttributes({
          [ATTR_SERVICE_NAME]: 'touchpath',
          [ATTR_SERVICE_VERSION]: buildText(build),
          [ATTR_SERVICE_INSTANCE_ID]: crypto.randomUUID(),
        }),
      )
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: sampler, remoteParentSampled: sampler }),
    spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE_CHARACTERS },
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return {
    close: async () => {
      const limit = new Promise(resolve => setTimeout(resolve, CLOSE_TIMEOUT_MS).unref());
      const end = provider.shutdown().catch((error: unknown) => report(String(error)));
      await Promise.race([end, limit]);
      for (const api of [trace, context, propagation, diag]) api.disable();
    },
  };
};
