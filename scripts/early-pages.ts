import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync, Visitor, type ESTree, type Plugin, type Rolldown } from 'vite';
import { LOCALES, type Locale } from '../machines/language.ts';
import { partsOf } from '../src/messages/parts-by-address.ts';
import { DECLARED, SIGNED_IN_MODULES } from './chunks.ts';

/** A page of the console as its route declares it. */
export interface DeclaredPage {
  /** Address with `$name` for a variable segment. */
  readonly address: string;
  /** The modules that the route imports, as paths from the root of the project. */
  readonly modules: readonly string[];
  /** Message id of the title; null: a page outside the frame of signed-in users. */
  readonly title: string | null;
}

type Declares = (call: { readonly second: string }) => Pick<DeclaredPage, 'modules' | 'title'>;

/** The calls that declare a screen inside the frame, by their second argument (src/routes/resource-screen.tsx). */
const SCREENS: Readonly<Record<string, Declares>> = {
  screen: ({ second }) => ({ modules: [], title: second }),
  listScreen: ({ second }) => ({
    modules: ['src/screens/list/list-screen.tsx'],
    title: `resource.${second}.title`,
  }),
  recordScreen: ({ second }) => ({
    modules: ['src/screens/record/record-screen.tsx'],
    title: `resource.${second}.one`,
  }),
};

const textIn = (node: ESTree.Node | null | undefined): string | null =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : null;

const propertyIn = ({ properties }: ESTree.ObjectExpression, ...names: readonly string[]): string | null =>
  properties
    .filter(property => property.type === 'Property')
    .filter(({ key }) => key.type === 'Identifier' && names.includes(key.name))
    .map(({ value }) => textIn(value))
    .find(text => text !== null) ?? null;

const pageOfCall = ({ callee, arguments: [first, second] }: ESTree.CallExpression): DeclaredPage | null => {
  const address = textIn(first);
  const declares = callee.type === 'Identifier' ? SCREENS[callee.name] : undefined;
  return address === null || declares === undefined
    ? null
    : { address, ...declares({ second: textIn(second) ?? '' }) };
};

/** An analysis in the table of declarations, or a route outside the frame. */
const pageOfObject = (object: ESTree.ObjectExpression, isTable: boolean): DeclaredPage | null => {
  const address = propertyIn(object, 'path', 'to');
  if (address === null || !address.startsWith('/')) return null;
  return isTable
    ? { address, modules: [DECLARED.screen], title: propertyIn(object, 'label') }
    : { address, modules: [], title: null };
};

/**
 * The pages that a file declares: calls with an address (`screen('/log/cv', …)`) and objects with one
 * (`createRoute({ path: '/login', … })`), as far as modules are imported inside.
 */
export const pagesIn = (file: string, code: string): readonly DeclaredPage[] => {
  const imports: { readonly start: number; readonly module: string }[] = [];
  const found: { readonly page: DeclaredPage; readonly start: number; readonly end: number }[] = [];
  const add = (page: DeclaredPage | null, { start, end }: ESTree.Span): void => {
    if (page !== null) found.push({ page, start, end });
  };
  new Visitor({
    ImportExpression: ({ start, source }) => {
      const path = textIn(source);
      if (path !== null) imports.push({ start, module: join(dirname(file), path) });
    },
    CallExpression: call => add(pageOfCall(call), call),
    ObjectExpression: object => add(pageOfObject(object, file === DECLARED.table), object),
  }).visit(parseSync(file, code).program);
  return found.flatMap(({ page, start, end }) => {
    const inside = imports.filter(imported => imported.start > start && imported.start < end);
    return inside.length === 0
      ? []
      : [{ ...page, modules: [...page.modules, ...inside.map(({ module }) => module)] }];
  });
};

/** All pages whose code a route imports. */
export const declaredPages = (): readonly DeclaredPage[] =>
  [...readdirSync('src/routes').map(name => `src/routes/${name}`), DECLARED.table].flatMap(file =>
    pagesIn(file, readFileSync(file, 'utf8')),
  );

/** The files of modules of a bundle, with those they import and their style sheets. */
const filesIn = (bundle: Rolldown.OutputBundle) => {
  const chunks = Object.values(bundle).filter(made => made.type === 'chunk');
  const byName = new Map(chunks.map(chunk => [chunk.fileName, chunk]));
  const byModule = new Map(
    chunks.flatMap(chunk =>
      chunk.facadeModuleId === null ? [] : [[relative(resolve(), chunk.facadeModuleId), chunk] as const],
    ),
  );
  return (modules: readonly string[]): ReadonlySet<string> => {
    const files = new Set<string>();
    const visit = (chunk: Rolldown.OutputChunk | undefined): void => {
      if (chunk === undefined || files.has(chunk.fileName)) return;
      files.add(chunk.fileName);
      chunk.imports.forEach(name => visit(byName.get(name)));
      chunk.viteMetadata?.importedCss.forEach(sheet => files.add(sheet));
    };
    for (const module of modules) {
      const chunk = byModule.get(module);
      if (chunk === undefined) throw new Error(`The build has no file of ${module}.`);
      visit(chunk);
    }
    return files;
  };
};

type Messages = Readonly<Record<string, string>>;
const messagesOf = (locale: string): Messages =>
  JSON.parse(readFileSync(`src/messages/${locale}.json`, 'utf8')) as Messages;

/** Custom analyses, which users name. */
const NAMED_BY_USERS = /^analysis\.item_/;

/** Words as far as they do not depend on data. The introduction has the id of the title with another last word. */
const wordsIn = (messages: Messages, title: string, isOfRow: boolean) => {
  const lead = isOfRow ? undefined : messages[title.replace(/\.[^.]+$/, '.lead')];
  return {
    title: NAMED_BY_USERS.test(title) ? null : (messages[title] ?? null),
    lead: lead === undefined || lead.includes('{') ? null : lead,
  };
};

const byLocale = <Value>(of: (locale: Locale) => Value) =>
  Object.fromEntries(LOCALES.map(locale => [locale, of(locale)])) as Record<Locale, Value>;

/**
 * What each page loads beside the entry of the build, as server/http/early-page.ts reads it: address as a regular
 * expression, paths of files, title and introduction.
 */
export const builtPages = (bundle: Rolldown.OutputBundle, pages: readonly DeclaredPage[]) => {
  const filesOf = filesIn(bundle);
  const ofEntry = filesOf(['index.html']);
  const messages = byLocale(messagesOf);
  const fileOfTexts = new Map(
    Object.values(bundle).flatMap(made =>
      made.type === 'chunk' && made.facadeModuleId !== null
        ? [[relative(resolve('src/messages'), made.facadeModuleId), `/${made.fileName}`] as const]
        : [],
    ),
  );
  return pages.map(({ address, modules, title }) => {
    const files = [...filesOf(title === null ? modules : [...SIGNED_IN_MODULES, ...modules])]
      .filter(file => !ofEntry.has(file))
      .map(file => `/${file}`);
    const parts = [title === null ? 'signIn' : 'shell', ...partsOf(address)];
    return {
      pattern: `^${address.replaceAll(/\$\w+/g, '[^/]+')}/?$`,
      scripts: files.filter(file => file.endsWith('.js')),
      styles: files.filter(file => file.endsWith('.css')),
      texts: byLocale(locale => parts.flatMap(part => fileOfTexts.get(`${locale}.json?part=${part}`) ?? [])),
      words:
        title === null ? null : byLocale(locale => wordsIn(messages[locale], title, address.includes('$'))),
      isLeadBelow: title?.startsWith('analysis.') ?? false,
    };
  });
};

/** Writes what each page loads, which the server adds to the page (server/http/early-page.ts). */
export const earlyPages = (): Plugin => ({
  name: 'early-pages',
  apply: 'build',
  enforce: 'post',
  generateBundle(_, bundle) {
    this.emitFile({
      type: 'asset',
      fileName: '.vite/pages.json',
      source: JSON.stringify(builtPages(bundle, declaredPages())),
    });
  },
});
