import { resolve } from 'node:path';

/** Kinds of pages, each identified by a file that all its pages import and no other page. */
const KINDS: Readonly<Record<string, string>> = {
  list: 'src/screens/list/list-screen.tsx',
  record: 'src/screens/record/record-screen.tsx',
  log: 'src/screens/log/log-screen.tsx',
  report: 'src/screens/analysis/search/condition-bar.tsx',
};
/**
 * If at least this share of a kind's pages needs a module, all pages of the kind load it, which costs less than a
 * separate file.
 */
const MIN_SHARE_OF_KIND = 2 / 3;
/**
 * Maximum size in characters of a module (with its imports) that every page loads if at least half of the pages need
 * it: a separate file costs as much.
 */
const LIGHT = 800;

const MAIN = 'src/main.tsx';
/** Modules that every page needs, and the frame of signed-in pages, whose routes are `screen`. */
const ENTRY_MODULES = [
  'src/analyses/pages.ts',
  'src/components/busy-button.tsx',
  'src/console/create.ts',
  'src/console/intl-provider.tsx',
  'src/screens/crash.tsx',
  'src/screens/public-page.tsx',
];
export const SIGNED_IN_MODULES = [
  'src/layout/shell.tsx',
  'src/console/signed-in.ts',
  'src/console/deferred-messages.ts',
  'src/console/ports.ts',
];
const SCREEN = 'src/routes/screen.ts';
/** Loads the screens of a list and of a row; a route imports only the descriptor that they show. */
export const RESOURCE_SCREEN = 'src/routes/resource-screen.tsx';
/** Pages of a declaration, which a table loads, and of the one screen that shows all of them. */
export const DECLARED = {
  table: 'src/analyses/pages.ts',
  screen: 'src/screens/analysis/report/analysis-screen.tsx',
};
/** Pages for developers of the console. They use a bit of everything, and may load all of it. */
export const WORKSHOP = ['src/screens/demo/', 'src/screens/dev/'];

/** The router's index exports it, so every page would load it, while only forms use it. */
const FORMS_ONLY = /\/react-router\/dist\/esm\/useBlocker\.js$/;

interface Graph {
  readonly getModuleInfo: (id: string) => {
    readonly code: string | null;
    readonly importedIds: readonly string[];
    readonly dynamicallyImportedIds: readonly string[];
  } | null;
}

/** The files and all that they import, transitively. */
const under = (files: readonly string[], graph: Graph): ReadonlySet<string> => {
  const seen = new Set<string>();
  const visit = (id: string): void => {
    if (seen.has(id)) return;
    seen.add(id);
    graph.getModuleInfo(id)?.importedIds.forEach(visit);
  };
  files.forEach(file => visit(resolve(file)));
  return seen;
};

interface Page {
  readonly id: string;
  readonly needs: ReadonlySet<string>;
  /** Whether the page is inside the shell. */
  readonly isInside: boolean;
}

/** The declarations of the pages that one screen shows. */
const declarationsIn = (graph: Graph): readonly string[] =>
  graph.getModuleInfo(resolve(DECLARED.table))?.dynamicallyImportedIds ?? [];

/** The pages that the routes load, and those of declarations. */
const pagesIn = (graph: Graph, main: ReadonlySet<string>): readonly Page[] => {
  const around = [...SIGNED_IN_MODULES, ...WORKSHOP, DECLARED.screen].map(file => resolve(file));
  const resourceScreens = graph.getModuleInfo(resolve(RESOURCE_SCREEN))?.dynamicallyImportedIds ?? [];
  const ofRoutes = [...main]
    .filter(id => id.startsWith(resolve('src/routes')) && id !== resolve(RESOURCE_SCREEN))
    .map(id => graph.getModuleInfo(id))
    .flatMap(route =>
      (route?.dynamicallyImportedIds ?? [])
        .filter(id => !around.some(path => id.startsWith(path)))
        .flatMap(id =>
          (id.startsWith(resolve('src/resources')) ? resourceScreens : [id]).map(screen => ({
            id,
            needs: under([id, screen], graph),
            isInside: [SCREEN, RESOURCE_SCREEN].some(file => route?.importedIds.includes(resolve(file))),
          })),
        ),
    );
  const ofDeclarations = declarationsIn(graph).map(id => ({
    id,
    needs: under([id, DECLARED.screen], graph),
    isInside: true,
  }));
  return [...ofRoutes, ...ofDeclarations];
};

/** File name by module; null: the bundler decides. */
const namesIn = (graph: Graph) => {
  const [main, entry, signedIn] = [
    under([MAIN], graph),
    under(ENTRY_MODULES, graph),
    under(SIGNED_IN_MODULES, graph),
  ];
  const declarations = declarationsIn(graph);
  // In a file of their own: the table of declarations, which every page loads, names all files they need.
  const underDeclarations = new Set(
    [...under(declarations, graph)].filter(
      id => id.startsWith(resolve('src/analyses')) && !declarations.includes(id),
    ),
  );
  const pages = pagesIn(graph, main);
  const pagesOf = (id: string) => pages.filter(({ needs }) => needs.has(id));
  const inside = pages.filter(({ isInside }) => isInside);
  const kinds = Object.entries(KINDS).map(([name, file]) => ({ name, of: pagesOf(resolve(file)) }));
  // Without pages every module would belong to the kind, and all code would become one file.
  const empty = kinds.find(({ of }) => of.length === 0);
  if (empty !== undefined) throw new Error(`No page imports ${KINDS[empty.name]}, which identifies a kind.`);
  const isLight = (id: string): boolean => {
    const info = graph.getModuleInfo(id);
    return (
      (info?.code ?? '').length < LIGHT &&
      info?.importedIds.every(one => main.has(one) || entry.has(one) || signedIn.has(one) || isLight(one)) ===
        true
    );
  };
  const names = new Map<string, string>();

  return (id: string): string | null => {
    if (FORMS_ONLY.test(id)) return null;
    if (main.has(id) && id.includes('/node_modules/')) return 'base';
    if (entry.has(id)) return 'entry';
    if (underDeclarations.has(id)) return 'declarations';
    const needing = new Set([...pagesOf(id), ...(signedIn.has(id) ? inside : [])]);
    const hasMajority = (of: typeof pages, minShare = MIN_SHARE_OF_KIND) =>
      of.filter(page => needing.has(page)).length >= of.length * minShare;
    const majorityKinds = hasMajority(inside, isLight(id) ? 1 / 2 : MIN_SHARE_OF_KIND)
      ? [{ name: 'signedIn', of: inside }]
      : kinds.filter(({ of }) => hasMajority(of));
    const kind = majorityKinds.map(({ name }) => name).join('-');
    // Other pages need it too: then only they load its file.
    const besides = new Set(
      [...needing].filter(page => !majorityKinds.some(({ of }) => of.includes(page))).map(page => page.id),
    );
    if (besides.size === 0) return kind || null;
    if (majorityKinds.length === 0 && besides.size === 1) return null;
    const key = [kind, ...[...besides].toSorted()].join();
    names.set(key, names.get(key) ?? `shared-${names.size}`);
    return names.get(key)!;
  };
};

/**
 * Groups modules into files: packages of every page, then modules that the same pages need, with pages of a kind taken
 * as one. A division by page would yield 200 files, each compressed separately, all listed by the sign-in page. No page
 * loads much that it does not import (tests/laws/sizes.test.ts), and no two files depend on each other.
 */
export const chunks = () => {
  let nameOf: ReturnType<typeof namesIn> | undefined;
  return {
    includeDependenciesRecursively: false,
    groups: [{ debugName: 'pages', name: (id: string, graph: Graph) => (nameOf ??= namesIn(graph))(id) }],
  };
};
