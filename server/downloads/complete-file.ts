import type { Viewer } from '../http/visibility.ts';
import { createAnswerAbort } from '../http/abort-on-disconnect.ts';
import { csvOf } from './csv.ts';
import { FORMATS, frameOf, type DownloadSource, type Format, type Found } from './source.ts';
import { xlsxOf } from './xlsx.ts';

/** A file written in full, for attachment to a mail. */
interface CompleteFile {
  readonly bytes: Buffer;
  readonly type: string;
  readonly rows: number;
  /** See {@link Found}. */
  readonly rebuildingSince: string | null;
}

/**
 * Writes the file of a list, with the same bytes as its download.
 *
 * @param query validated query of the list
 * @param maxRows limit of rows
 * @returns null: there are more rows
 */
export const completeFile = async (
  source: DownloadSource,
  format: Format,
  viewer: Viewer,
  query: Readonly<Record<string, unknown>>,
  maxRows: number,
): Promise<CompleteFile | null> => {
  const { title, headings, formats, columns } = frameOf(source, viewer, query);
  const parts: Buffer[] = [];
  let fits = false;
  let rows = 0;
  let rebuildingSince: string | null = null;
  const cells = async function* (batches: Found['batches']) {
    for await (const rows of batches)
      yield rows.map(row => columns.map(([column, cellOf]) => cellOf(row[column])));
  };
  await source.open(
    viewer,
    query,
    async ({ count, batches, rebuildingSince: since = null }) => {
      rebuildingSince = since;
      fits = count <= maxRows;
      rows = count;
      if (!fits) return;
      for await (const part of format === 'csv'
        ? csvOf(headings, cells(batches))
        : xlsxOf(title, headings, cells(batches), formats))
        parts.push(Buffer.from(part as Uint8Array));
    },
    createAnswerAbort().signal,
  );
  return fits
    ? {
        bytes: Buffer.concat(parts),
        type: `${FORMATS[format]}${format === 'csv' ? '; charset=utf-8' : ''}`,
        rows,
        rebuildingSince,
      }
    : null;
};
