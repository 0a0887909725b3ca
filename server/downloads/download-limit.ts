import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../http/failures.ts';
import type { Viewer } from '../http/visibility.ts';
import { BOUNDS, type Bounds } from './backpressure.ts';

/**
 * Concurrent downloads of one user or API key. Each occupies a database connection as long as its reader takes, and screens need
 * free connections.
 */
export const MAX_DOWNLOADS_PER_USER = 2;
/** Concurrent downloads of one company, so that other companies get slots as well. */
const MAX_DOWNLOADS_PER_COMPANY = 5;
const MAX_DOWNLOADS = 8;

export interface DownloadLimit {
  /** How long the reader of a file may hold a download slot. */
  readonly bounds: Bounds;
  /**
   * Takes a download slot for a user of a company, or for one of its API keys, whose downloads do not count for the
   * administrator of the key; the returned function releases it.
   *
   * @throws {Failure} `too_many_downloads`, `too_many_company_downloads`, `overloaded`
   */
  take(caller: Pick<Viewer, 'userId' | 'companyId' | 'key'>): () => void;
}

/** A file that is downloaded. */
export interface DownloadedFile {
  /** Name of the list or report. */
  readonly file: string;
  readonly format: string;
  readonly rows: number;
  /** Query of the file. */
  readonly conditions: unknown;
}

/** Records a download in the audit log, before its first byte. */
export type RecordDownload = (request: FastifyRequest, file: DownloadedFile) => Promise<void>;

/** Counts a download by the limits by the hour. @throws {Failure} the limit is reached */
export type CountDownload = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

declare module 'fastify' {
  interface FastifyInstance {
    readonly downloadLimit: DownloadLimit;
    readonly recordDownload: RecordDownload;
    readonly countDownload: CountDownload;
  }
}

export const createDownloadLimit = (bounds: Bounds = BOUNDS): DownloadLimit => {
  const callers = new Map<string, number>();
  const companies = new Map<number, number>();
  const add = <Key>(counts: Map<Key, number>, key: Key, by: 1 | -1) => {
    const count = (counts.get(key) ?? 0) + by;
    if (count > 0) counts.set(key, count);
    else counts.delete(key);
  };
  let all = 0;
  return {
    bounds,
    take: ({ userId, companyId, key }) => {
      const caller = key === undefined ? `user ${userId}` : `key ${key.id}`;
      if ((callers.get(caller) ?? 0) >= MAX_DOWNLOADS_PER_USER)
        throw new Failure('too_many_downloads', { values: { most: MAX_DOWNLOADS_PER_USER } });
      if ((companies.get(companyId) ?? 0) >= MAX_DOWNLOADS_PER_COMPANY)
        throw new Failure('too_many_company_downloads', { values: { most: MAX_DOWNLOADS_PER_COMPANY } });
      if (all >= MAX_DOWNLOADS) throw new Failure('overloaded');
      add(callers, caller, 1);
      add(companies, companyId, 1);
      all += 1;
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        all -= 1;
        add(callers, caller, -1);
        add(companies, companyId, -1);
      };
    },
  };
};

/** Gives the routes of `app` that write files their limits, and the audit log. */
export const openDownloads = (
  app: FastifyInstance,
  {
    record,
    count,
    limit = createDownloadLimit(),
  }: {
    readonly record: RecordDownload;
    readonly count: CountDownload;
    readonly limit?: DownloadLimit | undefined;
  },
): void => {
  app.decorate('downloadLimit', limit);
  app.decorate('recordDownload', record);
  app.decorate('countDownload', count);
};
