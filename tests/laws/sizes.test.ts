import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { PAGES } from '../../bench/pages.ts';
import { DECLARED, SIGNED_IN_MODULES, RESOURCE_SCREEN, WORKSHOP } from '../../scripts/chunks.ts';

/** Bytes of uncompressed code that a page may load without importing it. */
const SPARE = 23_000;

/** A route that imports one of these makes a screen inside the shell. */
const INSIDE = ['src/routes/screen.ts', RESOURCE_SCREEN];

const house = SIGNED_IN_MODULES.map(file => resolve(file));
let chunks: readonly Rolldown.OutputChunk[];
/** The static imports of each module, and the modules that import it dynamically. */
const imported = new Map<string, readonly string[]>();
const later = new Map<string, readonly string[]>();

beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production');
  const graph: Rolldown.Plugin = {
    name: 'graph',
    buildEnd() {
      for (const id of this.getModuleIds()) {
        imported.set(id, this.getModuleInfo(id)?.importedIds ?? []);
        later.set(id, this.getModuleInfo(id)?.dynamicImporters ?? []);
      }
    },
  };
  const built = await build({ logLevel: 'silent', plugins: [graph], build: { write: false } });
  chunks = [built]
    .flat()
    .flatMap(made => ('output' in made ? made.output : []))
    .filter(made => made.type === 'chunk');
}, 120_000);

const walked = (from: readonly string[], next: (name: string) => readonly string[]): ReadonlySet<string> => {
  const seen = new Set<string>();
  const visit = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    next(name).forEach(visit);
  };
  from.forEach(visit);
  return seen;
};

/** All chunks that a browser loads for these modules. */
const loadedFor = (modules: readonly string[]): readonly Rolldown.OutputChunk[] => {
  const roots = chunks.filter(
    ({ isEntry, facadeModuleId }) => isEntry || modules.includes(facadeModuleId ?? ''),
  );
  const names = walked(
    roots.map(({ fileName }) => fileName),
    name => chunks.find(({ fileName }) => fileName === name)?.imports ?? [],
  );
  return chunks.filter(({ fileName }) => names.has(fileName));
};

describe('the code that a browser loads', () => {
  test.each(Object.entries(PAGES))('for %s stays within its budget', (_, { routes, goal }) => {
    const modules = routes.map(file => resolve(file));
    const loaded = loadedFor(modules);
    expect(modules.filter(module => !loaded.some(({ moduleIds }) => moduleIds.includes(module)))).toEqual([]);
    expect(
      loaded.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0),
    ).toBeLessThanOrEqual(goal * 1000);
  });

  test('for any page is what the page imports (else: adjust the kinds of pages in scripts/chunks.ts)', () => {
    const ofRoutes = [...later]
      .filter(
        ([module, importers]) =>
          importers.some(file => file.startsWith(resolve('src/routes'))) &&
          ![...house, ...WORKSHOP.map(folder => resolve(folder))].some(path => module.startsWith(path)),
      )
      .map(([module]) => module);
    expect(ofRoutes.length).toBeGreaterThan(40);
    const importers = (file: string): readonly string[] => [...(later.get(file) ?? [])];
    const screens = ofRoutes.filter(file => importers(file).includes(resolve(RESOURCE_SCREEN)));
    expect(screens.length).toBe(2);
    const declarations = [...later.keys()].filter(file => importers(file).includes(resolve(DECLARED.table)));
    expect(declarations.length).toBeGreaterThan(3);
    const pages = [
      ...ofRoutes.flatMap(file => {
        if (screens.includes(file)) return [];
        return file.startsWith(resolve('src/resources')) ? screens.map(screen => [file, screen]) : [[file]];
      }),
      ...declarations.map(file => [file, resolve(DECLARED.screen)]),
    ];
    const surplus = pages.map(page => {
      const around = page
        .flatMap(importers)
        .some(route => INSIDE.some(file => imported.get(route)?.includes(resolve(file))))
        ? house
        : [];
      const needed = walked(
        [resolve('src/main.tsx'), ...around, ...page],
        module => imported.get(module) ?? [],
      );
      const modules = loadedFor([...around, ...page])
        .flatMap(chunk => Object.entries(chunk.modules))
        .filter(([module]) => !needed.has(module));
      return {
        page,
        surplus: modules.reduce((sum, [, { renderedLength }]) => sum + renderedLength, 0),
        modules: modules.map(([module, { renderedLength }]) => `${renderedLength} ${module}`),
      };
    });
    expect(surplus.filter(({ surplus: bytes }) => bytes > SPARE)).toEqual([]);
  });
});
