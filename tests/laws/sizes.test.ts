import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { PAGES } from '../../bench/pages.ts';
import { CHUNK_GRAPH, type ChunkGraph } from '../../scripts/chunk-graph.ts';
import { DECLARED, SIGNED_IN_MODULES, RESOURCE_SCREEN, WORKSHOP } from '../../scripts/chunks.ts';

/** Bytes of uncompressed code that a page may load without importing it. */
const SPARE = 23_000;

/** A route that imports one of these makes a screen inside the shell. */
const INSIDE = ['src/routes/screen.ts', RESOURCE_SCREEN];

type Chunk = ChunkGraph['chunks'][number];

let chunks: readonly Chunk[];
/** The static imports of each module, and the modules that import it dynamically. */
let imported: ReadonlyMap<string, readonly string[]>;
let later: ReadonlyMap<string, readonly string[]>;

beforeAll(async () => {
  // The journeys use the same build.
  const { buildConsole } = (await import(new URL('../../scripts/prepare.mjs', import.meta.url).href)) as {
    readonly buildConsole: () => void;
  };
  buildConsole();
  const graph = JSON.parse(await readFile(CHUNK_GRAPH, 'utf8')) as ChunkGraph;
  ({ chunks } = graph);
  const modules = Object.entries(graph.modules);
  imported = new Map(modules.map(([name, { imports }]) => [name, imports]));
  later = new Map(modules.map(([name, { dynamicImporters }]) => [name, dynamicImporters]));
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
const loadedFor = (modules: readonly string[]): readonly Chunk[] => {
  const roots = chunks.filter(({ isEntry, facadeModule }) => isEntry || modules.includes(facadeModule ?? ''));
  const names = walked(
    roots.map(({ fileName }) => fileName),
    name => chunks.find(({ fileName }) => fileName === name)?.imports ?? [],
  );
  return chunks.filter(({ fileName }) => names.has(fileName));
};

const gzippedLength = (fileName: string): number =>
  gzipSync(readFileSync(join('dist/console', fileName)), { level: 9 }).length;

describe('the code that a browser loads', () => {
  test.each(Object.entries(PAGES))('for %s stays within its budget', (_, { routes, goal }) => {
    const loaded = loadedFor(routes);
    expect(routes.filter(file => !loaded.some(({ modules }) => Object.hasOwn(modules, file)))).toEqual([]);
    expect(loaded.reduce((sum, { fileName }) => sum + gzippedLength(fileName), 0)).toBeLessThanOrEqual(
      goal * 1000,
    );
  });

  test('is compiled while it loads, where a chunk is not small', () => {
    const large = chunks
      .map(({ fileName }) => ({ fileName, code: readFileSync(join('dist/console', fileName), 'utf8') }))
      .filter(({ code }) => code.length > 10_000);
    expect(large.length).toBeGreaterThan(30);
    expect(
      large
        .filter(({ code }) => !code.startsWith('//# allFunctionsCalledOnLoad\n'))
        .map(({ fileName }) => fileName),
    ).toEqual([]);
  });

  test('for any page is what the page imports (else: adjust the kinds of pages in scripts/chunks.ts)', () => {
    const ofRoutes = [...later]
      .filter(
        ([module, importers]) =>
          importers.some(file => file.startsWith('src/routes')) &&
          ![...SIGNED_IN_MODULES, ...WORKSHOP].some(path => module.startsWith(path)),
      )
      .map(([module]) => module);
    expect(ofRoutes.length).toBeGreaterThan(40);
    const importers = (file: string): readonly string[] => [...(later.get(file) ?? [])];
    const screens = ofRoutes.filter(file => importers(file).includes(RESOURCE_SCREEN));
    expect(screens.length).toBe(2);
    const declarations = [...later.keys()].filter(file => importers(file).includes(DECLARED.table));
    expect(declarations.length).toBeGreaterThan(3);
    const pages = [
      ...ofRoutes.flatMap(file => {
        if (screens.includes(file)) return [];
        return file.startsWith('src/resources') ? screens.map(screen => [file, screen]) : [[file]];
      }),
      ...declarations.map(file => [file, DECLARED.screen]),
    ];
    const surplus = pages.map(page => {
      const around = page
        .flatMap(importers)
        .some(route => INSIDE.some(file => imported.get(route)?.includes(file)))
        ? SIGNED_IN_MODULES
        : [];
      const needed = walked(['src/main.tsx', ...around, ...page], module => imported.get(module) ?? []);
      const modules = loadedFor([...around, ...page])
        .flatMap(chunk => Object.entries(chunk.modules))
        .filter(([module]) => !needed.has(module));
      return {
        page,
        surplus: modules.reduce((sum, [, bytes]) => sum + bytes, 0),
        modules: modules.map(([module, bytes]) => `${bytes} ${module}`),
      };
    });
    expect(surplus.filter(({ surplus: bytes }) => bytes > SPARE)).toEqual([]);
  });
});
