import { finished } from 'node:stream/promises';
import { Type, type TProperties } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import { tokyoTime } from '../platform/time.ts';
import { whileConnected } from '../http/abort-on-disconnect.ts';
import { capital } from '../http/names.ts';
import { API } from '../http/openapi.ts';
import { Closed } from '../http/schemas.ts';
import { maskQuery } from '../http/visitor-identifiers.ts';
import type { Cell, CellOf } from './cells.ts';
import { csvOf } from './csv.ts';
import { watchPace, type Pace } from './backpressure.ts';
import { FORMATS, frameOf, queryOf, type DownloadSource, type Format, type Found } from './source.ts';
import { xlsxOf } from './xlsx.ts';

/** Download routes of one list. */

/** The Content-Disposition of a file, with its name in ASCII and in UTF-8. */
const dispositionOf = (name: string, title: string, at: number, format: Format): string => {
  const moment = tokyoTime(new Date(at).toISOString()).replaceAll(/[/:]/g, '').replace(' ', '-');
  const encoded = encodeURIComponent(`${title.replaceAll('/', '-')}-${moment}.${format}`).replaceAll(
    /['()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${name}-${moment}.${format}"; filename*=UTF-8''${encoded}`;
};

async function* cellsOf(
  batches: Found['batches'],
  columns: readonly (readonly [string, CellOf])[],
  pace: Pick<Pace, 'rowsSent' | 'rowsRequested'>,
): AsyncGenerator<Cell[][]> {
  for await (const rows of batches) {
    const cells = rows.map(row => columns.map(([column, cellOf]) => cellOf(row[column])));
    pace.rowsSent(rows.length);
    yield cells;
    pace.rowsRequested();
  }
  // The bytes still in transit to the reader contain no further rows.
  pace.rowsSent(0);
}

/** Writes a file to the answer at the speed of its reader. */
const writeFile = async (
  app: FastifyInstance,
  { clock }: { readonly clock: Clock },
  source: DownloadSource,
  format: Format,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  const fileQuery = request.query as Readonly<Record<string, unknown>>;
  const { title, headings, formats, columns } = frameOf(source, request.viewer, fileQuery);
  await source.open(
    request.viewer,
    fileQuery,
    async ({ count, batches, rebuildingSince = null }) => {
      await app.recordDownload(request, {
        file: source.name,
        format,
        rows: count,
        conditions: source.filtersEvents ? maskQuery(fileQuery) : fileQuery,
      });
      const pace = watchPace(
        () => bytes.destroy(new Error('The client read the file too slowly.')),
        app.downloadLimit.bounds,
      );
      const cells = cellsOf(batches, columns, pace);
      const bytes = format === 'csv' ? csvOf(headings, cells) : xlsxOf(title, headings, cells, formats);
      void reply
        .headers({
          'content-type': `${FORMATS[format]}${format === 'csv' ? '; charset=utf-8' : ''}`,
          'content-disposition': dispositionOf(source.name, title, clock.now(), format),
          'x-row-count': String(count),
          ...(rebuildingSince !== null && { 'x-rebuilding-since': rebuildingSince }),
        })
        .send(bytes);
      await finished(bytes).finally(pace.end);
    },
    whileConnected(reply),
  );
};

/** Schema of a download in the contract. */
const schemaOf = (
  { name, tag, followsRules = false }: DownloadSource,
  query: TProperties,
  format: Format,
) => ({
  operationId: `download${capital(name)}${capital(format)}`,
  tags: [tag],
  summary: `Download the list as ${format.toUpperCase()}, with the rows of all pages`,
  querystring: Closed(query, { style: 'form', explode: false }),
  response: {
    200: {
      description:
        'Content of the file. If the download fails, the connection is closed before the end of the content.',
      headers: {
        'x-row-count': Type.Integer({ description: 'Number of rows in the file, without the headings' }),
        'content-disposition': Type.String({ description: 'File name' }),
        ...(followsRules && {
          'x-rebuilding-since': Type.String({
            format: 'date-time',
            description:
              'Where the figures follow previous settings while the product is recomputed: when the settings changed (`rebuilding_since` of reports)',
          }),
        }),
      },
      content: { [FORMATS[format]]: { schema: Type.String({ format: 'binary' }) } },
    },
  },
});

/** Registers the two downloads of a list. */
export const serveFiles = (
  app: FastifyInstance,
  parts: { readonly clock: Clock },
  source: DownloadSource,
): void => {
  const query = queryOf(source);
  const known = new Set(Object.keys(query));
  for (const format of ['csv', 'xlsx'] as const) {
    app.get(
      `${API}/${source.path}/download/${format}/`,
      {
        config: { access: source.access },
        // A HEAD request would otherwise write the file to its end.
        exposeHeadRoute: false,
        schema: schemaOf(source, query, format),
        onRequest: (request, _reply, done) => {
          source.readNames?.(request.query as Record<string, unknown>, known);
          done();
        },
      },
      async (request, reply) => {
        await app.countDownload(request, reply);
        const giveBack = app.downloadLimit.take(request.viewer);
        try {
          await writeFile(app, parts, source, format, request, reply);
        } catch (error) {
          // After the first byte, a failure has already closed the connection and is in the log.
          if (!reply.sent) throw error;
        } finally {
          giveBack();
        }
        return reply;
      },
    );
  }
};
