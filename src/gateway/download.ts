import type { Progress } from '../../machines/download.ts';
import { createRest, failureOfFetch, type RestOutside, type Session } from './rest.ts';

export type FileFormat = 'csv' | 'xlsx';

/**
 * The requested file: the path of a list in the API, and the parameters of the list in addition to the
 * columns in their order.
 */
export interface FileWanted {
  readonly path: string;
  readonly format: FileFormat;
  readonly columns: readonly string[];
  readonly locale: string;
  readonly query: Readonly<
    Record<string, string | number | boolean | readonly (string | number)[] | null | undefined>
  >;
}

/** A file that was received completely. */
export interface WholeFile {
  readonly name: string;
  readonly contents: Blob;
  readonly rows: number | null;
}

/**
 * Fetches a file and reports its progress. Rejects with a `Failure`; when `signal` fires the request is
 * aborted.
 */
export type FetchFile = (
  wanted: FileWanted,
  tell: (progress: Progress) => void,
  signal: AbortSignal,
) => Promise<WholeFile>;

/** Milliseconds between two progress reports: more frequent ones are unreadable. */
const TOLD_EVERY = 100;

const addressOf = (api: string, { path, format, columns, locale, query }: FileWanted): string => {
  const parameters = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === null || value === undefined || value === '' || Number.isNaN(value)
        ? []
        : [[name, String(value)]],
    ),
  );
  parameters.set('columns', columns.join(','));
  parameters.set('locale', locale);
  return `${api}/${path}/download/${format}/?${parameters}`;
};

/** The name that the server gave: the one with every letter before the one that any system can write. */
export const nameOf = (disposition: string | null): string | null => {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '') ?? [];
  const [, plain] = /filename="([^"]+)"/i.exec(disposition ?? '') ?? [];
  try {
    return encoded === undefined ? (plain ?? null) : decodeURIComponent(encoded);
  } catch {
    return plain ?? null;
  }
};

const countOf = (header: string | null): number | null =>
  header !== null && /^\d{1,15}$/.test(header) ? Number(header) : null;

/** Downloads with the session's token, from the REST address itself: a file is no GraphQL. */
export const createDownloads = (api: string, session: Session, outside: RestOutside = {}): FetchFile => {
  const ask = createRest(session, outside);
  return async (wanted, tell, signal) => {
    try {
      const response = await ask(addressOf(api, wanted), {}, signal);
      const total = countOf(response.headers.get('x-row-count'));
      const counted = counting(wanted.format, total, tell);
      // The browser stores the received data itself, on the disk where it is large.
      const contents = await new Response(response.body?.pipeThrough(counted, { signal }) ?? null, {
        headers: { 'content-type': response.headers.get('content-type') ?? '' },
      }).blob();
      return {
        name: nameOf(response.headers.get('content-disposition')) ?? `download.${wanted.format}`,
        contents,
        rows: total,
      };
    } catch (error) {
      throw failureOfFetch(error, signal);
    }
  };
};

const RETURN = 13;
const FEED = 10;

/**
 * Passes the data through and reports its length so far; for a CSV file the rows too, which end in CR and LF.
 * The heading line is not counted.
 */
const counting = (
  format: FileFormat,
  total: number | null,
  tell: (progress: Progress) => void,
): TransformStream<Uint8Array, Uint8Array> => {
  let bytes = 0;
  let lines = 0;
  let before = 0;
  let lastReportedMs = -Infinity;
  const say = () =>
    tell({
      bytes,
      total,
      rows: format === 'csv' ? Math.min(Math.max(0, lines - 1), total ?? Infinity) : null,
    });
  return new TransformStream({
    transform(part, controller) {
      bytes += part.length;
      if (format === 'csv') {
        for (const byte of part) {
          if (byte === FEED && before === RETURN) lines += 1;
          before = byte;
        }
      }
      if (performance.now() - lastReportedMs >= TOLD_EVERY) {
        lastReportedMs = performance.now();
        say();
      }
      controller.enqueue(part);
    },
    flush: say,
  });
};
