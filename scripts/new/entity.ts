import type { Draft, Drafted } from './draft.ts';
import { pluralOf, readName, type Names } from './names.ts';

/** Generator of a product's entity: a name, its list, and its form in a modal. Other fields are added by hand. */

const tableOf = ({ camel, snake }: Names): string => `export const ${camel} = pgTable(
  '${snake}',
  {
    id: id(),
    companyId: tenant(),
    productId: integer('product_id')
      .notNull()
      .references(() => product.id),
    name: text('name').notNull(),
    ...lifecycleColumns,
  },
  t => [index('${snake}_product').on(t.companyId, t.productId)],
);

`;

const descriptorOf = (one: Names, list: Names): string => `export const ${list.camel} = entity({
  name: '${list.camel}',
  one: '${one.camel}',
  path: '${list.snake}',
  component: '${one.pascal}',
  label: 'name',
  description: '${list.title} of a product. Agency users see those of the products granted to their agency.',
  searched: ['name', '${one.snake}_id'],
  fields: {
    ${one.snake}_id: number('ID of the row'),
    product_id,
    name: required(text('Name'), { maxLength: LENGTHS.name }),
    ...lifecycleFields,
  },
  writing: ofProduct,
});

`;

const resourceOf = (
  one: Names,
  list: Names,
): string => `import { ${one.pascal}Form } from '../../graphql/generated/constraints.ts';
import {
  ${one.pascal}CreateDocument,
  ${one.pascal}Document,
  ${one.pascal}UpdateDocument,
  ${list.pascal}Document,
  ${list.pascal}RemoveDocument,
  ${list.pascal}RestoreDocument,
} from '../../graphql/generated/graphql.ts';
import { draftFrom } from './draft.ts';
import { defineResource } from './resource.ts';

const blank = { product_id: 0, name: '' };

export const ${list.camel} = defineResource({
  name: '${list.camel}',
  path: '${list.snake}',
  operations: {
    page: ${list.pascal}Document,
    one: ${one.pascal}Document,
    create: ${one.pascal}CreateDocument,
    update: ${one.pascal}UpdateDocument,
    remove: ${list.pascal}RemoveDocument,
    restore: ${list.pascal}RestoreDocument,
  },
  columns: [
    { field: 'name', format: 'text', sortable: true, size: 240 },
    { field: '${one.snake}_id', format: 'id', sortable: true, size: 176 },
    { field: 'updated_at', format: 'time', sortable: true },
    { field: 'created_at', format: 'time', sortable: true, hidden: true },
  ],
  filters: [
    { field: 'name', kind: 'text' },
    { field: '${one.snake}_id', kind: 'number' },
    { field: 'updated_at', kind: 'time' },
    { field: 'created_at', kind: 'time' },
  ],
  sort: 'name',
  form: {
    blank,
    fields: [{ field: 'name', widget: 'text' }],
    constraints: ${one.pascal}Form,
    draftOf: draftFrom(blank),
  },
  ofProduct: true,
  write: 'settings',
});
`;

const routeOf = (one: Names, list: Names): string =>
  `  listScreen('/ad/${one.kebab}', '${list.camel}', () => import('../resources/${list.kebab}.ts')),\n`;

const SOURCES = 'server/store/postgres/entities/entity-sources.ts';
const TABLES = 'server/store/postgres/schema/measurement.ts';

const draftServer = (draft: Draft, one: Names, list: Names): void => {
  const existing = `the entity ${list.camel}`;
  draft.refuse(SOURCES, new RegExp(`^ {2}${list.camel},$`, 'm'), existing);
  draft.refuse(TABLES, new RegExp(`^ {2}${list.camel}: `, 'm'), existing);
  draft.insert(TABLES, 'before', /^\/\*\*\n(?: \*.*\n)+export const siteSettingTables = \{$/m, tableOf(one));
  draft.insert(
    TABLES,
    'after',
    /^export const siteSettingTables = \{\n(?: {2}\w+: \w+,\n)*/m,
    `  ${list.camel}: ${one.camel},\n`,
  );
  const descriptors = 'server/entities/measurement-settings.ts';
  draft.insert(
    descriptors,
    'before',
    /^\/\*\* .*\*\/\nexport const siteSettings = \[/m,
    descriptorOf(one, list),
  );
  draft.insert(
    descriptors,
    'after',
    /^export const siteSettings = \[[^\]]*(?=\] as const;$)/m,
    `, ${list.camel}`,
  );
  draft.insert(
    'server/seed/company.ts',
    'before',
    /^ *await insertSeedRows\(\s*db,\s*'crossdomainSetting',/m,
    `    await insertSeedRows(db, '${one.camel}', [{ companyId, productId, name: '${one.title} 1' }]);\n`,
  );
};

const draftConsole = (draft: Draft, one: Names, list: Names): void => {
  draft.create(`src/resources/${list.kebab}.ts`, resourceOf(one, list));
  draft.insert(
    'src/routes/settings.ts',
    'before',
    /^ *listScreen\(\s*'\/ad\/crossdomain-setting',/m,
    routeOf(one, list),
  );
  draft.insert(
    'src/layout/navigation.ts',
    'after',
    /^ *\{ to: '\/ad\/asp-setting'.*\},\n/m,
    `      { to: '/ad/${one.kebab}', label: 'nav.ad.${one.kebab}', icon: 'flag', agencies: 'unlisted', guide: 'records' },\n`,
  );
  draft.addMessages({
    [`column.${one.snake}_id`]: `${one.title} ID`,
    [`nav.ad.${one.kebab}`]: list.title,
    [`resource.${list.camel}.lead`]: `${list.title} of the product.`,
    [`resource.${list.camel}.one`]: one.title.toLowerCase(),
    [`resource.${list.camel}.title`]: list.title,
    [`synonym.go.ad.${one.kebab}`]: list.title.toLowerCase(),
  });
};

/** @param name name of the entity in the singular */
export const draftEntity = (draft: Draft, name: string): Drafted => {
  const one = readName(name);
  const list = pluralOf(one);
  draftServer(draft, one, list);
  draftConsole(draft, one, list);
  return {
    migration: one.snake,
    generated: 'contract',
    remaining: [
      `Add the fields to the table, the descriptor (server/entities/measurement-settings.ts) and the form (src/resources/${list.kebab}.ts), then write the migration again.`,
      'Translate the new messages of src/messages/ja.json and src/messages/zh-CN.json.',
    ],
  };
};
