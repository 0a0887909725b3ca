import { finished } from 'node:stream/promises';
import { Type, type TProperties } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Viewer } from '../accounts/visibility.ts';
import type { Clock } from '../clock.ts';
import type { Access } from '../http/access.ts';
import { whileConnected } from '../http/connected.ts';
import { API } from '../http/openapi.ts';
import { Closed } from '../http/schemas.ts';
import { tokyoTime, type Cell, type CellOf } from './cells.ts';
import { csvOf } from './csv.ts';
import { watchPace, type Pace } from './pace.ts';
import { LOCALES, wordsIn, type Locale, type Words } from './words.ts';
import { xlsxOf } from './xlsx.ts';

/** The routes of the files of one list. */

const FORMATS = { csv: 'text/csv', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' } as const;
type Format = keyof typeof FORMATS;

/** All rows of a list: how many, and themselves as the list answers them, batch by batch. */
export interface Found {
  readonly count: number;
  readonly batches: AsyncIterable<readonly Readonly<Record<string, unknown>>[]>;
}

export interface DownloadSource {
  /** As in operations and names of files: `adTypes`. */
  readonly name: string;
  /** The address without `download/`: `logs/ads`. */
  readonly path: string;
  readonly tag: string;
  readonly access: Access;
  /** The message of its title. */
  readonly title: string;
  /** What the list is asked, its page aside. */
  readonly query: TProperties;
  /** Looks at the query before its schema does. */
  readonly readNames?: (query: Record<string, unknown>, known: ReadonlySet<string>) => void;
  /** Every column that can be asked for, in the order that they have unless told. */
  readonly columns: readonly string[];
  /** Those that a viewer gets unless told. */
  readonly columnsFor?: (viewer: Viewer) => readonly string[];
  readonly cellOf: (column: string, words: Words) => CellOf;
  /** What a column is called, where that depends on what is asked or is no word of the list. */
  readonly headingOf?: (column: string, words: Words, asked: Readonly<Record<string, unknown>>) => string;
  /** Finds the rows and lets `use` read them; what was opened for that is closed when `use` is done. `signal`: whoever asked is gone. */
  readonly open: (viewer: Viewer, asked: Readonly<Record<string, unknown>>, use: (found: Found) => Promise<void>, signal: AbortSignal) => Promise<void>;
}

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** The name of the file twice: for any system, and with every letter. */
const dispositionOf = (name: string, title: string, at: number, format: Format): string => {
  const moment = tokyoTime(new Date(at).toISOString()).replaceAll(/[/:]/g, '').replace(' ', '-');
  const encoded = encodeURIComponent(`${title.replaceAll('/', '-')}-${moment}.${format}`).replaceAll(/['()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${name}-${moment}.${format}"; filename*=UTF-8''${encoded}`;
};

async function* cellsOf(batches: Found['batches'], columns: readonly (readonly [string, CellOf])[], pace: Pick<Pace, 'given' | 'wanted'>): AsyncGenerator<Cell[][]> {
  for await (const rows of batches) {
    const cells = rows.map(row => columns.map(([column, cellOf]) => cellOf(row[column])));
    pace.given(rows.length);
    yield cells;
    pace.wanted();
  }
  // What is still on its way to him has no rows any more.
  pace.given(0);
}

/** Adds the two files of a list to `app`. */
export const serveFiles = (app: FastifyInstance, { clock }: { readonly clock: Clock }, source: DownloadSource): void => {
  const query = {
    ...source.query,
    columns: Type.Optional(Type.Array(Type.String({ enum: [...source.columns] }), { minItems: 1, maxItems: source.columns.length, uniqueItems: true, description: 'Which columns, in which order; all unless told' })),
    locale: Type.Optional(Type.String({ enum: [...LOCALES], description: 'The language of headings and words; ja unless told' })),
  };
  const known = new Set(Object.keys(query));

  const write = async (format: Format, viewer: Viewer, asked: Readonly<Record<string, unknown>>, reply: FastifyReply): Promise<void> => {
    const words = wordsIn((asked['locale'] as Locale | undefined) ?? 'ja');
    const wanted = (asked['columns'] as readonly string[] | undefined) ?? source.columnsFor?.(viewer) ?? source.columns;
    const columns = wanted.map(column => [column, source.cellOf(column, words)] as const);
    const headings = wanted.map(column => source.headingOf?.(column, words, asked) ?? words.heading(source.name, column));
    const title = words.title(source.title) ?? source.name;
    await source.open(viewer, asked, async ({ count, batches }) => {
      const pace = watchPace(() => bytes.destroy(new Error('The reader of the file was too slow.')), app.turns.bounds);
      const cells = cellsOf(batches, columns, pace);
      const bytes = format === 'csv' ? csvOf(headings, cells) : xlsxOf(title, headings, cells);
      void reply.headers({
        'content-type': `${FORMATS[format]}${format === 'csv' ? '; charset=utf-8' : ''}`, 'content-disposition': dispositionOf(source.name, title, clock.now(), format),
        'x-row-count': String(count),
      }).send(bytes);
      await finished(bytes).finally(pace.end);
    }, whileConnected(reply));
  };

  for (const format of ['csv', 'xlsx'] as const) {
    app.get(`${API}/${source.path}/download/${format}/`, {
      config: { access: source.access },
      // Who wants only the head of an answer would have the whole file written.
      exposeHeadRoute: false,
      schema: {
        operationId: `download${capital(source.name)}${capital(format)}`, tags: [source.tag], summary: `The list as a ${format.toUpperCase()} file: all rows of all pages`,
        querystring: Closed(query, { style: 'form', explode: false }),
        response: {
          200: {
            description: 'The file. An answer that ends before its end is no file: the connection breaks.',
            headers: { 'x-row-count': Type.Integer({ description: 'Rows that it will have, the headings aside' }), 'content-disposition': Type.String({ description: 'The name of the file' }) },
            content: { [FORMATS[format]]: { schema: Type.String({ format: 'binary' }) } },
          },
        },
      },
      onRequest: (request, _reply, done) => {
        source.readNames?.(request.query as Record<string, unknown>, known);
        done();
      },
    }, async (request, reply) => {
      const giveBack = app.turns.take(request.viewer.userId);
      try {
        await write(format, request.viewer, request.query as Record<string, unknown>, reply);
      } catch (error) {
        // Once the file has begun, what ended it has broken the connection, and has its line in the log.
        if (!reply.sent) throw error;
      } finally {
        giveBack();
      }
      return reply;
    });
  }
};
