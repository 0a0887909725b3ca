import type { FastifyInstance } from 'fastify';
import type { EntityList } from '../entities/list.ts';
import { readFilterNames } from '../http/filters.ts';
import type { PagingQuery } from '../http/paging.ts';
import type { Parts } from '../parts.ts';
import { withEntityRows } from '../store/postgres/entity-rows.ts';
import { cellOfField, textCell } from './cells.ts';
import { serveFiles } from './serve.ts';

/** A file has all pages. */
const PAGE = new Set(['page', 'page_size', 'pageNo', 'pageSize']);
/** Ads stand beside what happened to them. */
const PATHS: Readonly<Record<string, string>> = { ads: 'logs/ads' };

/** Adds the files of an entity's list to `app`: what the list answers to the same question, all of it. */
export const serveDownloads = (app: FastifyInstance, { db, clock }: Pick<Parts, 'db' | 'clock'>, list: EntityList): void => {
  const { entity, names } = list;
  const fields = entity.fields as Readonly<Record<string, (typeof entity.fields)[keyof typeof entity.fields]>>;
  serveFiles(app, { clock }, {
    name: entity.name, path: PATHS[entity.name] ?? entity.path, tag: entity.path, access: 'signed-in', title: `resource.${entity.name}.title`,
    query: Object.fromEntries(Object.entries(list.query).filter(([name]) => !PAGE.has(name))),
    readNames: readFilterNames,
    columns: ['id', 'label', ...names],
    columnsFor: viewer => ['id', ...names.filter(name => list.isOpen(viewer, name))],
    cellOf: (column, words) => {
      const field = fields[column];
      return field === undefined ? textCell : cellOfField(entity.name, column, field, words);
    },
    open: (viewer, asked, use) => {
      const { reach, paging, conditions, search } = list.read(viewer, asked as PagingQuery & Record<string, unknown>);
      return withEntityRows(db, entity.name, reach, { fields: names, conditions, search, sort: paging.sort }, async ({ count, batches }) => {
        const answered = async function* () {
          for await (const rows of batches) yield rows.map(row => list.answer(viewer, row));
        };
        await use({ count, batches: answered() });
      });
    },
  });
};
