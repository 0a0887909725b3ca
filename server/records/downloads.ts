import type { FastifyInstance } from 'fastify';
import { readAccessOf, type Field } from './entity.ts';
import type { EntityList } from './list.ts';
import { readFilterNames } from '../http/filters.ts';
import type { PagingQuery } from '../http/paging.ts';
import type { Dependencies } from '../dependencies.ts';
import { withEntityRows } from '../store/postgres/entities/entity-rows.ts';
import { cellOfField, codedCell, textCell } from '../downloads/cells.ts';
import { localeOf } from '../downloads/source.ts';
import { serveFiles } from '../downloads/serve.ts';

/** Paging parameters, which downloads do not have. */
const PAGE = new Set(['page', 'page_size', 'pageNo', 'pageSize']);
/** Paths of downloads that differ from the path of the list: the file of ads is among the logs. */
const PATHS: Readonly<Record<string, string>> = { ads: 'logs/ads' };

/** Columns of a field in a file: the field, or the parts of an object. */
const partsOf = (name: string, field: Field | undefined): readonly string[] => field?.file?.parts ?? [name];

interface WordedColumn {
  readonly heading: string;
  readonly words: NonNullable<Field['file']>['words'];
}

/** Columns whose headings and values are taken from messages other than the list's. */
const wordedColumns = (
  names: readonly string[],
  fields: Readonly<Record<string, Field>>,
): ReadonlyMap<string, WordedColumn> =>
  new Map(
    names.flatMap(name => {
      const { file } = fields[name] ?? {};
      if (file === undefined) return [];
      const { heading, parts, words } = file;
      return partsOf(name, fields[name]).map(
        column =>
          [column, { heading: parts === undefined ? heading : `${heading}.${column}`, words }] as const,
      );
    }),
  );

/** Registers the downloads of an entity's list: all rows of the list under the same filters. */
export const serveDownloads = (
  app: FastifyInstance,
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  list: EntityList,
): void => {
  const { entity, names } = list;
  const fields = entity.fields as Readonly<Record<string, Field>>;
  const columnsOf = (name: string): readonly string[] => partsOf(name, fields[name]);
  const worded = wordedColumns(names, fields);
  const objects = names.filter(name => fields[name]?.file?.parts !== undefined);
  const lineOf = (answer: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
    objects.length === 0 ? answer : Object.assign({}, answer, ...objects.map(name => answer[name] as object));
  serveFiles(
    app,
    { clock },
    {
      name: entity.name,
      path: PATHS[entity.name] ?? entity.path,
      tag: entity.path,
      access: readAccessOf(entity),
      title: `access_line.file.${entity.name}`,
      query: Object.fromEntries(Object.entries(list.query).filter(([name]) => !PAGE.has(name))),
      filtersEvents: false,
      readNames: readFilterNames,
      columns: ['id', 'label', ...names.flatMap(columnsOf)],
      columnsFor: viewer => ['id', ...names.filter(name => list.isOpen(viewer, name)).flatMap(columnsOf)],
      headingOf: (column, words) => {
        const own = worded.get(column);
        return own === undefined ? words.heading(entity.name, column) : words.say(own.heading);
      },
      cellOf: (column, words) => {
        const own = worded.get(column);
        if (own !== undefined) return codedCell(words.valuesUnder(own.words));
        const field = fields[column];
        return field === undefined ? textCell : cellOfField(entity.name, column, field, words);
      },
      open: (viewer, query, use) => {
        // The language of a file is no filter on the field `locale`, which some lists have.
        const { locale: _locale, ...listQuery } = query;
        const { reach, paging, conditions, search } = list.read(
          // The texts of the rows are in the language of the headings.
          { ...viewer, locale: localeOf(query) },
          listQuery as PagingQuery & Record<string, unknown>,
        );
        return withEntityRows(
          db,
          entity.name,
          reach,
          { fields: names, conditions, search, sort: paging.sort },
          async ({ count, batches }) => {
            const answered = async function* () {
              for await (const rows of batches) yield rows.map(row => lineOf(list.answer(viewer, row)));
            };
            await use({ count, batches: answered() });
          },
        );
      },
    },
  );
};
