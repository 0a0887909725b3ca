import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LOCALES } from '../../machines/language.ts';
import { NAVIGATION } from '../../src/layout/navigation.ts';
import {
  MODAL_ACTIONS,
  placeOfView,
  synonymOfAction,
  synonymOfScreen,
} from '../../src/layout/palette-places.ts';
import { metrics } from '../../src/analyses/metrics.ts';
import { ANALYSIS_PAGES } from '../../src/analyses/pages.ts';
import type { Choices } from '../../src/resources/filter.ts';
import { analyses, logs, resources } from '../support/descriptors.ts';
import { sourcesOf } from '../support/sources.ts';

/**
 * What a descriptor needs in other files without a check by the compiler: texts in every language, a route, a
 * menu entry.
 */

/** The title of a screen, by what its route is made with and the name there. */
const TITLES: Readonly<Record<string, (name: string) => string>> = {
  screen: title => title,
  listScreen: resource => `resource.${resource}.title`,
  recordScreen: resource => `resource.${resource}.one`,
};
/** Ids of messages of which one must exist. */
type Either = readonly string[];

const wordsOf = (choices: Choices | undefined, otherwise: (value: number | string) => Either): Either[] =>
  choices === undefined || 'list' in choices
    ? []
    : choices.values.map(value =>
        choices.words === undefined ? otherwise(value) : [choices.words.replace('*', String(value))],
      );

const ofResources = resources.flatMap(({ name, columns, filters = [], form, ...resource }): Either[] => {
  const heading = (field: string): Either => [`column.${name}.${field}`, `column.${field}`];
  const choices = (field: string, among: Choices | undefined) =>
    wordsOf(among, value => [`choice.${name}.${field}.${value}`, `choice.${field}.${value}`]);
  return [
    ...[
      ...('page' in resource || form !== undefined ? ['one'] : []),
      ...(isListed(name) ? ['title', 'lead'] : []),
    ].map((part): Either => [`resource.${name}.${part}`]),
    ...columns.map(({ field }) => heading(field)),
    ...filters.flatMap(({ field, column, choices: among }) => [
      heading(column ?? field),
      ...choices(field, among),
    ]),
    ...(form?.fields ?? []).flatMap(({ field, widget, section, choices: among }) => [
      [`field.${name}.${field}`, ...heading(field)],
      // The values of a mapping are names of fields.
      ...(widget === 'mapping'
        ? wordsOf(among, value => [`import.field.${value}`, `column.ads.${value}`, `column.${value}`])
        : choices(field, among)),
      ...(section === undefined ? [] : [[`section.${name}.${section}`, `section.${section}`]]),
    ]),
  ];
});
const ofLogs = logs.flatMap(({ name, list, columns, filters, one, links = [], tabs }): Either[] => {
  const heading = (field: string): Either => [`column.${list}.${field}`, `column.${field}`];
  return [
    ...['title', 'lead', ...(one === undefined ? [] : ['one'])].map((part): Either => [
      `log.${name}.${part}`,
    ]),
    ...columns.map(({ field }) => heading(field)),
    ...filters.flatMap(({ field, column, choices }): Either[] => [
      heading(column ?? field),
      ...wordsOf(choices, value => [`choice.${list}.${field}.${value}`, `choice.${field}.${value}`]),
    ]),
    ...links.map(({ id }): Either => [`log.link.${id}`]),
    ...(tabs?.of ?? []).map(({ id }): Either => [
      `choice.${list}.${tabs?.field}.${id}`,
      `choice.${tabs?.field}.${id}`,
    ]),
  ];
});
/** Analyses that the screen of another one shows; their titles are those of its views. */
const shownWithin = new Set(
  analyses
    .flatMap(({ views, below }) => [...views, ...(below === undefined ? [] : [below])])
    .filter(view => view !== 'report'),
);
const ofAnalyses = analyses.flatMap(({ name, columns, filters, views }): Either[] => [
  ...(shownWithin.has(name) ? [] : [[`analysis.${name}.title`], [`analysis.${name}.lead`]]),
  ...(views.length > 1 ? views.map((view): Either => [`analysis.${name}.view.${view}`]) : []),
  ...filters.map(({ field, column }): Either => [
    `column.report.${column ?? field}`,
    `column.${column ?? field}`,
  ]),
  ...columns.map(({ metric }): Either => [`metric.${metric}.name`]),
]);
const ofMetrics = Object.entries(metrics).flatMap(([key, { group }]): Either[] => [
  [`metric.${key}.name`],
  [`metric.${key}.help`],
  [`group.${group}`],
]);

/** A route as its file declares it: the address, and the message id of the title or the resource. */
const ROUTE = /\b(screen|listScreen|recordScreen)\(\s*'([^']+)',\s*'([^']+)'/g;
/** Routes, as their files and the table of analyses state them: the address and the message of the title. */
const routes = [
  ...sourcesOf(['src/routes']).flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(ROUTE)].map(([, make = '', path = '', name = '']) => ({
      path,
      title: TITLES[make]?.(name) ?? '',
    })),
  ),
  ...ANALYSIS_PAGES.flatMap(page => ('load' in page ? [{ path: page.to, title: page.label }] : [])),
];
const entries = NAVIGATION.flatMap(group => [group, ...group.entries]);

/**
 * Whether a resource has a list of its own. The titles of ad types have none: they appear in the form of an
 * ad only.
 */
function isListed(name: string): boolean {
  return sourcesOf(['src/screens', 'src/routes']).some(file =>
    new RegExp(`resource=\\{${name}\\}|listScreen\\(\\s*'[^']+',\\s*'${name}'`).test(
      readFileSync(file, 'utf8'),
    ),
  );
}

test.each(LOCALES)('every text that a descriptor, a route or the menu names exists in %s', locale => {
  const texts = JSON.parse(readFileSync(`src/messages/${locale}.json`, 'utf8')) as Readonly<
    Record<string, string>
  >;
  const wanted: Either[] = [
    ...ofResources,
    ...ofLogs,
    ...ofAnalyses,
    ...ofMetrics,
    ...routes.map(({ title }) => [title]),
    ...entries.flatMap(({ label }) => (label === null ? [] : [[label]])),
    ...entries.flatMap(entry => ('to' in entry ? [[synonymOfScreen(entry.to)]] : [])),
    ...MODAL_ACTIONS.flatMap(action => [[action.label], [synonymOfAction(action)]]),
  ];
  expect([
    ...new Set(wanted.filter(ids => ids.every(id => !(id in texts))).map(ids => ids.join(' or '))),
  ]).toEqual([]);
});

test('every route and every table of routes is in the route tree', () => {
  const tree = readFileSync('src/routes/index.ts', 'utf8').replace(/^import[^;]+;$/gm, '');
  const exported = sourcesOf(['src/routes']).flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/^export const (\w+Routes?) = /gm)].map(([, name]) => ({
      file,
      name,
    })),
  );
  expect(
    exported
      .filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(tree))
      .map(({ file, name }) => `${file}: ${name}`),
  ).toEqual([]);
});

/** Screens that are opened from another screen or from the profile menu. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  '/config/second-factor',
  '/config/sessions',
  '/dev/machines',
  '/log/result-recompute',
]);

test('every screen is in the menu, and every menu entry has a screen', () => {
  const inMenu = entries.flatMap(entry => ('to' in entry ? [entry.to] : []));
  const open = routes.map(({ path }) => path).filter(path => !path.includes('$'));
  expect(open.filter(path => !inMenu.includes(path) && !ELSEWHERE.has(path))).toEqual([]);
  expect(inMenu.filter(path => !open.includes(path))).toEqual([]);
});

test('entries of the menu have icons of their own, except the custom pages, which are of one kind', () => {
  const icons = NAVIGATION.flatMap(group => group.entries).flatMap(({ to, icon }) =>
    to.startsWith('/analyze/custom/') ? [] : [icon as string],
  );
  expect(icons).not.toContain('custom');
  expect(icons.filter((icon, at) => icons.indexOf(icon) !== at)).toEqual([]);
});

test('every report of the console is a declared analysis, and so is every view', () => {
  const undeclared = sourcesOf(['src/analyses', 'src/screens', 'src/layout']).flatMap(file => {
    const code = readFileSync(file, 'utf8');
    const paths = code.match(/\bpath: 'analyses\//g) ?? [];
    const declarations = code.match(/\bdefineAnalysis(?:<\w+>)?\(\{/g) ?? [];
    return paths.length === declarations.length ? [] : [file];
  });
  expect(undeclared).toEqual([]);
  expect([...shownWithin].toSorted()).toEqual(['models', 'paths', 'transitions', 'what_if']);
  expect(analyses.map(({ name }) => name)).toEqual(expect.arrayContaining([...shownWithin]));
});

/** Lists within a screen, which have no saved views. */
const WITHOUT_VIEWS = ['invitations'];

test('every list, log and analysis has an address for its saved views', () => {
  const screens = [
    ...resources.filter(({ name }) => isListed(name)).map(({ name }) => name),
    ...logs.map(({ name }) => `log_${name}`),
    ...analyses.filter(({ name }) => !shownWithin.has(name)).map(({ name }) => `analysis_${name}`),
  ];
  const addressOf = (screen: string) => placeOfView(screen)?.to.split('?')[0];
  expect(screens.filter(screen => !routes.some(({ path }) => path === addressOf(screen)))).toEqual(
    WITHOUT_VIEWS,
  );
});

test('a log is sorted by those of its columns by which the server sorts', () => {
  interface Parameter {
    readonly name: string;
    readonly schema: { readonly enum?: readonly string[] };
  }
  const contract = JSON.parse(readFileSync('mesh/openapi.json', 'utf8')) as {
    readonly paths: Readonly<
      Record<
        string,
        { readonly get: { readonly parameters: readonly (Parameter | { readonly $ref: string })[] } }
      >
    >;
    readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
  };
  const orders = (path: string) =>
    contract.paths[`/api/v1/${path}/`]!.get.parameters.map(parameter =>
      '$ref' in parameter ? contract.components.parameters[parameter.$ref.split('/').at(-1)!]! : parameter,
    ).find(({ name }) => name === 'ordering')?.schema.enum ?? [];
  const wrong = logs.flatMap(({ name, path, columns, sorted = [] }) => {
    const served = orders(path);
    const possible = columns.map(({ field }) => field).filter(field => served.includes(field));
    return [...sorted].sort().join() === possible.sort().join() ? [] : [[name, sorted, possible]];
  });
  expect(wrong).toEqual([]);
});

test('every modal that the palette opens is one of its screen', () => {
  const code = sourcesOf(['src/routes'])
    .map(file => readFileSync(file, 'utf8'))
    .join('\n');
  expect(
    MODAL_ACTIONS.filter(({ to, modal }) => {
      const at = code.indexOf(`'${to}'`);
      const declared = code.slice(at, code.indexOf(');', at));
      return modal === 'import'
        ? !declared.includes('IMPORT_MODALS')
        : !/listScreen|MODALS/.test(code.slice(at - 20, at) + declared);
    }),
  ).toEqual([]);
});

test('the address of a list opens a form only where the list has one', () => {
  const code = sourcesOf(['src/routes'])
    .map(file => readFileSync(file, 'utf8'))
    .join('\n');
  const formless = resources.filter(({ name, form }) => form === undefined && placeOfView(name) !== null);
  expect(formless.map(({ name }) => name)).toContain('changes');
  expect(
    formless.flatMap(({ name }) => {
      const at = code.indexOf(`'${placeOfView(name)!.to.split('?')[0]}'`);
      const declared = code.slice(at - 20, code.indexOf('),\n', code.indexOf('import(', at)));
      return /listScreen|LIST_MODALS|'add'|'edit'/.test(declared) ? [name] : [];
    }),
  ).toEqual([]);
});

test('an action of the palette that adds a record needs the permission of its list', () => {
  expect(
    MODAL_ACTIONS.filter(({ modal }) => modal === 'add').map(({ label, scope }) => [label, scope]),
  ).toEqual(
    MODAL_ACTIONS.filter(({ modal }) => modal === 'add').map(({ label }) => {
      const resource = resources.find(({ name }) => label === `resource.${name}.one`);
      return [label, resource?.keeping ?? resource?.write];
    }),
  );
});

test('every page of a record has a route', () => {
  const pages = [...resources.map(({ page }) => page), ...logs.map(({ one }) => one?.page)].filter(
    page => page !== undefined,
  );
  expect(pages.filter(page => !routes.some(({ path }) => path === page))).toEqual([]);
});

test.each(LOCALES)('no two filters of a list or log have the same label in %s', locale => {
  const texts = JSON.parse(readFileSync(`src/messages/${locale}.json`, 'utf8')) as Readonly<
    Record<string, string>
  >;
  const repeated = [...resources, ...logs.map(({ list, filters }) => ({ name: list, filters }))].flatMap(
    ({ name, filters = [] }) => {
      const labels = filters.map(
        ({ field, column = field }) => texts[`column.${name}.${column}`] ?? texts[`column.${column}`],
      );
      return labels.filter((label, at) => labels.indexOf(label) !== at).map(label => `${name}: ${label}`);
    },
  );
  expect(repeated).toEqual([]);
});
