import pino, { type Logger } from 'pino';

/** A log that keeps its lines. */
export interface LogSink {
  readonly log: Logger;
  readonly lines: Record<string, unknown>[];
}

export const createLogSink = (): LogSink => {
  const lines: Record<string, unknown>[] = [];
  return {
    lines,
    log: pino(
      { level: 'info' },
      {
        write: (line: string) => {
          lines.push(JSON.parse(line) as Record<string, unknown>);
        },
      },
    ),
  };
};
