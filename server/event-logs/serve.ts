import { Type } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { codedCell, eventTimeCell, textCell, type CellOf } from '../downloads/cells.ts';
import { serveFiles } from '../downloads/serve.ts';
import type { Words } from '../wording/words.ts';
import { whileConnected } from '../http/abort-on-disconnect.ts';
import { gatherFilters, gathersFilters } from '../http/filters.ts';
import { capital } from '../http/names.ts';
import { API } from '../http/openapi.ts';
import { Closed, component, EventId, Id, Nullable, Time } from '../http/schemas.ts';
import { whereQuery } from '../http/where.ts';
import type { Dependencies } from '../dependencies.ts';
import { ofProduct } from '../slices/slices.ts';
import type { StoredEvent } from '../store/clickhouse/logs/event-rows.ts';
import { MAX_SORTED_CURSOR } from './cursor.ts';
import { readAll } from './complete-log.ts';
import type { EventLog } from './log.ts';
import { readNewer, readPage } from './page.ts';
import { readOne } from './single-rows.ts';
import { kindsOf } from './selection.ts';
import { Cursor, Limit, whichRows, type LogParameters } from './log-parameters.ts';
import { orderingQuery } from './sorting.ts';

/** Routes of one log: pages, one row, the count of newer rows, and two files. */

/** Column with the reasons why reports leave a row out. */
const LEFT_OUT = 'left_out';
const FLAGS = ['bot', 'repeated', 'excluded'];
const TAGS: Readonly<Record<string, string>> = { bot: 'bot', repeated: 'repeated', excluded: 'excluded_ip' };

const cellOf = (column: string, words: Words): CellOf => {
  if (column.endsWith('_time')) return eventTimeCell;
  if (FLAGS.includes(column)) return codedCell(words.flags);
  if (column === 'device') return value => (value === '' ? '' : words.tag(String(value)));
  if (column === LEFT_OUT)
    return value => (value as readonly string[]).map(reason => words.tag(reason)).join(', ');
  return textCell;
};

/** Number of rows newer than a position. */
export const Newer = component(
  'Newer',
  Closed({ count: Type.Number({ description: 'Number of newer rows' }) }),
);

type LogParts = Pick<Dependencies, 'db' | 'slices' | 'clock'>;
const tags = ['logs'];

/** Common parts of a log's routes. */
const outlineOf = <Stored extends StoredEvent, Shown extends object>(log: EventLog<Stored, Shown>) => {
  const parameters = { ...whichRows, ...log.parameters, where: whereQuery.where };
  return {
    path: `logs/${log.list}`,
    config: { access: { permission: [log.permission, 'read'] } } as const,
    kinds: kindsOf(log),
    /** Parameters that select rows. */
    parameters,
    ordered: { ...parameters, ordering: orderingQuery(log) },
  };
};

/** Component of a page of a log. */
const pageSchema = <Stored extends StoredEvent, Shown extends object>({
  one,
  row,
  table,
}: EventLog<Stored, Shown>) =>
  component(
    `${capital(one)}Page`,
    Closed({
      results: Type.Array(row.ref),
      next: Nullable(
        Type.String({ description: 'Value of `after` for the next page; null: this is the last page' }),
      ),
      latest: Nullable(
        Type.String({
          description:
            'Position of the newest row, for `newer_than` of the request for newer rows; on the first page only',
        }),
      ),
      total: Nullable(
        Type.Number({
          description:
            'Number of rows on all pages; on the first page only; null: not counted within the time limit',
        }),
      ),
      total_estimated: Type.Boolean({
        description:
          'Whether `total` and `left_out` are estimates with three significant digits from a sample of visitors, used for large numbers of rows and after the time limit',
      }),
      reached: Nullable(
        Time(
          'Time up to which older rows are not yet searched; `next` continues there; null: all rows were searched',
        ),
      ),
      left_out: Nullable(
        Closed(
          {
            bot: Type.Number(),
            ...(table.repeats && { repeated: Type.Number() }),
            excluded_ip: Type.Number(),
          },
          {
            description:
              'Number of rows that reports leave out, each under the first reason that applies; on the first page only',
          },
        ),
      ),
    }),
  );

const servePages = <Stored extends StoredEvent, Shown extends object>(
  app: FastifyInstance,
  parts: LogParts,
  log: EventLog<Stored, Shown>,
): void => {
  const { list, row } = log;
  const { path, config, kinds, ordered } = outlineOf(log);
  const paged = {
    ...ordered,
    after: Type.Optional(Cursor('Value of `next` from the previous page', MAX_SORTED_CURSOR)),
    limit: Limit,
  };
  const Page = pageSchema(log);
  for (const { schema } of [row, Page]) app.addSchema(schema);

  app.get(
    `${API}/${path}/`,
    {
      config,
      schema: {
        operationId: list,
        tags,
        summary: log.summary,
        querystring: Closed(paged),
        response: { 200: Page.ref },
      },
      ...gathersFilters(paged, kinds),
    },
    async ({ viewer, query }, reply) => {
      const signal = whileConnected(reply);
      const parameters = query as LogParameters;
      return readPage(await ofProduct(parts, parameters.product_id), log, viewer, parameters, { signal });
    },
  );
};

const serveNewer = <Stored extends StoredEvent, Shown extends object>(
  app: FastifyInstance,
  parts: LogParts,
  log: EventLog<Stored, Shown>,
): void => {
  const { list } = log;
  const { path, config, kinds, parameters } = outlineOf(log);
  const newer = { ...parameters, newer_than: Cursor('Value of `latest` from the first page') };
  app.get(
    `${API}/${path}/newer/`,
    {
      config,
      schema: {
        operationId: `newer${capital(list)}`,
        tags,
        summary: 'Count the rows with the same filters that are newer than a position',
        querystring: Closed(newer),
        response: { 200: Newer.ref },
      },
      ...gathersFilters(newer, kinds),
    },
    async ({ viewer, query }) => {
      const parameters = query as LogParameters & { readonly newer_than: string };
      return readNewer(await ofProduct(parts, parameters.product_id), log, viewer, parameters);
    },
  );
};

const serveOne = <Stored extends StoredEvent, Shown extends object>(
  app: FastifyInstance,
  parts: LogParts,
  log: EventLog<Stored, Shown>,
): void => {
  const { one, row } = log;
  const { path, config } = outlineOf(log);
  app.get(
    `${API}/${path}/one/`,
    {
      config,
      schema: {
        operationId: one,
        tags,
        summary: 'Get one row, whether or not reports leave it out',
        querystring: Closed({ product_id: Id('ID of the product'), id: EventId('ID of the row') }),
        response: { 200: row.ref },
      },
    },
    async ({ viewer, query }) => {
      const { product_id, id } = query as { readonly product_id: number; readonly id: string };
      return readOne(await ofProduct(parts, product_id), log, viewer, product_id, id);
    },
  );
};

const serveLogFiles = <Stored extends StoredEvent, Shown extends object>(
  app: FastifyInstance,
  parts: LogParts,
  log: EventLog<Stored, Shown>,
): void => {
  const { list, row } = log;
  const { path, config, kinds, ordered } = outlineOf(log);
  serveFiles(app, parts, {
    name: list,
    path,
    tag: 'logs',
    access: config.access,
    title: log.title,
    query: ordered,
    filtersEvents: true,
    readNames: (query, known) => gatherFilters(query, known, kinds),
    columns: [...Object.keys(row.schema.properties), LEFT_OUT],
    cellOf: (column, words) => log.cellOf?.(column, words) ?? cellOf(column, words),
    open: async (viewer, logQuery, use) => {
      const which = logQuery as unknown as LogParameters;
      const { count, batches } = await readAll(await ofProduct(parts, which.product_id), log, viewer, which);
      const readRows = async function* () {
        for await (const rows of batches) {
          yield rows.map(shown => {
            const known = shown as Readonly<Record<string, unknown>>;
            // The row is used by this file only; a copy would cost more than its creation.
            return Object.assign(shown, {
              [LEFT_OUT]: FLAGS.filter(flag => known[flag] === true).map(flag => TAGS[flag]),
            }) as Readonly<Record<string, unknown>>;
          });
        }
      };
      await use({ count, batches: readRows() });
    },
  });
};

/** Adds the routes of a log to `app`. */
export const serveLog = <Stored extends StoredEvent, Shown extends object>(
  app: FastifyInstance,
  parts: LogParts,
  log: EventLog<Stored, Shown>,
): void => {
  servePages(app, parts, log);
  serveNewer(app, parts, log);
  serveOne(app, parts, log);
  serveLogFiles(app, parts, log);
};
