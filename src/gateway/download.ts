import type { Progress } from '../../machines/download.ts';
import { createRest, failureOfFetch, type RestOutside, type Session } from './rest.ts';

/** A file of a list, or the JSON that the API answers. */
export type FileFormat = 'csv' | 'xlsx' | 'json';

/**
 * A file to download: path of a list in the API, format, columns in order, locale, and the parameters of the
 * list.
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

/** A completely received file. */
export interface CompleteFile {
  readonly name: string;
  readonly contents: Blob;
  readonly rows: number | null;
  /** When the settings changed that the figures do not follow yet; null: they do. */
  readonly rebuildingSince: string | null;
}

/** Downloads a file and reports progress. Rejects with a `Failure`; `signal` aborts the request. */
export type FetchFile = (
  wanted: FileWanted,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
) => Promise<CompleteFile>;

/** Interval of progress reports in ms; more frequent ones would be unreadable. */
const PROGRESS_INTERVAL_MS = 100;

const addressOf = (api: string, { path, format, columns, locale, query }: FileWanted): string => {
  const parameters = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === null || value === undefined || value === '' || Number.isNaN(value)
        ? []
        : [[name, String(value)]],
    ),
  );
  if (format === 'json') return `${api}/${path}/?${parameters}`;
  parameters.set('columns', columns.join(','));
  parameters.set('locale', locale);
  return `${api}/${path}/download/${format}/?${parameters}`;
};

/**
 * File name of a Content-Disposition header; `filename*` with all characters takes precedence over the ASCII
 * `filename`.
 */
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

/** Creates the download function, which uses the REST API with the session's token. */
export const createDownloads = (api: string, session: Session, outside: RestOutside = {}): FetchFile => {
  const request = createRest(session, outside);
  return async (wanted, onProgress, signal) => {
    try {
      const response = await request(addressOf(api, wanted), {}, signal);
      const total = countOf(response.headers.get('x-row-count'));
      const counted = counting(wanted.format, total, onProgress);
      // The browser stores the data of the blob, on disk if it is large.
      const contents = await new Response(response.body?.pipeThrough(counted, { signal }) ?? null, {
        headers: { 'content-type': response.headers.get('content-type') ?? '' },
      }).blob();
      return {
        name: nameOf(response.headers.get('content-disposition')) ?? `download.${wanted.format}`,
        contents,
        rows: total,
        rebuildingSince: response.headers.get('x-rebuilding-since'),
      };
    } catch (error) {
      throw failureOfFetch(error, signal);
    }
  };
};

const RETURN = 13;
const FEED = 10;

/**
 * Passes data through and reports the number of bytes; for CSV also the number of rows, which end in CR LF,
 * without the heading line.
 */
const counting = (
  format: FileFormat,
  total: number | null,
  onProgress: (progress: Progress) => void,
): TransformStream<Uint8Array, Uint8Array> => {
  let bytes = 0;
  let lines = 0;
  let before = 0;
  let lastReportedMs = -Infinity;
  const report = () =>
    onProgress({
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
      if (performance.now() - lastReportedMs >= PROGRESS_INTERVAL_MS) {
        lastReportedMs = performance.now();
        report();
      }
      controller.enqueue(part);
    },
    flush: report,
  });
};
