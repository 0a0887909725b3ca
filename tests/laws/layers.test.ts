import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LAYERS, layerTable } from '../support/layers.ts';
import { importsOf, sourcesOf, type Import } from '../support/sources.ts';

/**
 * The functions that decide what is counted. They and all their imports only compute: no clock, file, network
 * or store.
 */
const PURE = [
  'server/attribution/models.ts',
  'server/attribution/metrics.ts',
  'server/collector/click-steps.ts',
  'server/collector/conversion-values.ts',
  'server/collector/page-steps.ts',
  'server/collector/steps.ts',
  'server/reports/models/markov.ts',
  'server/reports/models/shapley.ts',
  'server/reports/analyses/landing-pages/proportions.ts',
  'server/reports/analyses/allocation/budget-allocation.ts',
  'server/reports/analyses/allocation/marginal-response.ts',
];
const PURE_PACKAGES = new Set(['isbot', 'ua-parser-js', 'node:crypto', 'node:net']);

/**
 * Files of a folder that put the program together from its subfolders, although those import the folder. No file
 * of a subfolder imports such a file, not even through others, unless it loads it when it is needed.
 */
const ASSEMBLERS: Readonly<Record<string, string>> = {
  'server/app.ts': 'registers the routes of all folders',
  'server/program.ts': 'starts the stores, the application and the workers',
  'server/mail-composers.ts': 'collects the writers of all kinds of mails',
  'server/open-stores.ts': 'hands the snapshot of tracking settings to the store that it opens',
  'server/reconnect-stores.ts': 'furnishes the stores that become available late',
  'server/collector/routes.ts': 'registers the endpoints of the collector',
  'server/reports/analyses/registry.ts': 'lists the analyses',
  'server/store/clickhouse/rollups/rollups.ts': 'lists the declarations of rollups',
  'src/screens/record/record-side-panel.tsx': 'lists the side panels and loads the one of a resource',
};
/** Single imports of a subfolder by its folder that are no assembly. */
const DOWNWARD: Readonly<Record<string, string>> = {
  'server/collector/collector.ts server/collector/tag/tags.ts':
    'the collector owns the tags; they import the type of its tracking settings',
};

const contains = (name: string, path: string): boolean =>
  name.endsWith('/*') ? dirname(path) === name.slice(0, -2) : path === name || path.startsWith(`${name}/`);
const layerOf = (path: string): string | undefined =>
  Object.keys(LAYERS)
    .filter(name => contains(name, path))
    .sort((a, b) => a.length - b.length)
    .at(-1);
const isWithin = (path: string, names: readonly string[]) =>
  names.some(name => path === name || path.startsWith(`${name}/`));
const DATA = /\.(?:css|json|sql|svg)$/;

const files = sourcesOf(['machines', 'graphql', 'mesh', 'server', 'scripts', 'src']);
const imports = files.flatMap(importsOf);

describe('the layers of the program', () => {
  test('contain every source file', () => {
    expect(files.filter(file => layerOf(file) === undefined)).toEqual([]);
  });

  test('refuse a new folder of the server until it has a line of its own', () => {
    expect(layerOf('server/app.ts')).toBe('server/*');
    expect(layerOf('server/store/postgres/engine/connect.ts')).toBe('server/store/postgres');
    expect(layerOf('server/newcomer/routes.ts')).toBeUndefined();
    expect(layerOf('src/newcomer/screen.tsx')).toBeUndefined();
  });

  test('are those of docs/layers.md (else: npx vitest run tests/laws/layers.test.ts -u)', async () => {
    await expect(layerTable()).toMatchFileSnapshot('../../docs/layers.md');
  });

  test('import lower layers only', () => {
    const trespasses = imports.filter(({ file, of, own }) => {
      const from = layerOf(file);
      if (from === undefined) return false;
      const layer = LAYERS[from]!;
      if (!own) return !layer.packages.includes(of.startsWith('node:') ? 'node:' : of);
      return (
        layerOf(of) !== from &&
        !isWithin(of, layer.knows) &&
        !(DATA.test(of) && isWithin(of, ['src/styles', 'src/messages', 'node_modules']))
      );
    });
    expect(trespasses.map(({ file, of }) => `${file} must not import ${of}`)).toEqual([]);
  });

  test('separate the server from the console: they share committed snapshots of the contract and no code', () => {
    const ofConsole = [
      'src',
      'machines',
      'scripts/board-reports.ts',
      'scripts/chunks.ts',
      'scripts/early-pages.ts',
      'scripts/machines.ts',
      'scripts/parse-guide.ts',
      'scripts/paths.ts',
      'scripts/replay-ui.ts',
    ];
    const sides = (path: string) => {
      if (isWithin(path, ofConsole)) return 'console';
      return isWithin(path, ['server', 'mesh', 'scripts']) ? 'server' : 'both';
    };
    const crossing = imports.filter(
      ({ file, of, own }) =>
        own && sides(of) !== 'both' && sides(file) !== 'both' && sides(file) !== sides(of),
    );
    expect(crossing).toEqual([]);
  });

  /** Folders of an import graph from which a chain of imports leads back to them. */
  const inCycles = (knownTo: ReadonlyMap<string, ReadonlySet<string>>): string[] => {
    const isReached = (from: string, wanted: string, seen = new Set<string>()): boolean =>
      [...(knownTo.get(from) ?? [])].some(next => {
        if (next === wanted) return true;
        if (seen.has(next)) return false;
        seen.add(next);
        return isReached(next, wanted, seen);
      });
    return [...knownTo.keys()].filter(folder => isReached(folder, folder));
  };
  /** The import graph of the server's folders, under the names that a function gives to files. */
  const graphOf = (
    nameOf: (file: string) => string | undefined,
  ): ReadonlyMap<string, ReadonlySet<string>> => {
    const knownTo = new Map<string, Set<string>>();
    for (const { file, of, own } of imports) {
      const [from, to] = [nameOf(file), own ? nameOf(of) : undefined];
      if (from === undefined || to === undefined || from === to) continue;
      knownTo.set(from, (knownTo.get(from) ?? new Set()).add(to));
    }
    return knownTo;
  };

  test('have no import cycle between folders of the server', () => {
    const graph = graphOf(file => {
      const layer = layerOf(file);
      return layer?.startsWith('server/') === true && layer !== 'server/*' ? layer : undefined;
    });
    expect(graph.size).toBeGreaterThan(20);
    expect(inCycles(graph)).toEqual([]);
  });

  test.each(['server/reports', 'server/store/clickhouse', 'server/store/postgres', 'server/collector'])(
    'have no import cycle between the folders of %s',
    parent => {
      const graph = graphOf(file => {
        const [name, ...rest] = file.startsWith(`${parent}/`) ? file.slice(parent.length + 1).split('/') : [];
        return rest.length > 0 ? name : undefined;
      });
      expect(inCycles(graph)).toEqual([]);
    },
  );

  test('have no import cycle between the folders of src/screens', () => {
    // A style sheet imports nothing: several screens may share it wherever it lies.
    const graph = graphOf(file => /^src\/screens\/([^/]+)\/.*(?<!\.css)$/.exec(file)?.[1]);
    expect(graph.size).toBeGreaterThan(10);
    expect(inCycles(graph)).toEqual([]);
  });

  test('have no import cycle between a folder and its subfolders, but for the files that assemble these', () => {
    const code = imports.filter(
      ({ file, of, own }) => own && /^(?:server|src)\//.test(file) && files.includes(of),
    );
    const isBelow = (file: string, of: string) => dirname(file).startsWith(`${dirname(of)}/`);
    const upward = new Set(
      code
        .filter(({ file, of }) => isBelow(file, of))
        .map(({ file, of }) => `${dirname(of)} ${dirname(file)}`),
    );
    const downward = code.filter(
      ({ file, of }) => isBelow(of, file) && upward.has(`${dirname(file)} ${dirname(of)}`),
    );
    expect(
      downward
        .filter(({ file, of }) => !(file in ASSEMBLERS) && !(`${file} ${of}` in DOWNWARD))
        .map(({ file, of }) => `${file} must not import ${of}, whose folder imports ${dirname(file)}`),
    ).toEqual([]);
    // Exceptions without a cycle are removed.
    const used = new Set(downward.flatMap(({ file, of }) => [file, `${file} ${of}`]));
    expect([...Object.keys(ASSEMBLERS), ...Object.keys(DOWNWARD)].filter(name => !used.has(name))).toEqual(
      [],
    );

    const importsOfFile = new Map<string, Import[]>();
    for (const one of code.filter(({ lazy, typesOnly }) => !lazy && !typesOnly))
      importsOfFile.set(one.file, [...(importsOfFile.get(one.file) ?? []), one]);
    const reachable = (file: string, seen = new Set<string>()): Set<string> => {
      for (const { of } of importsOfFile.get(file) ?? []) if (!seen.has(of)) reachable(of, seen.add(of));
      return seen;
    };
    const returning = Object.keys(ASSEMBLERS).filter(assembler =>
      downward.some(({ file, of }) => file === assembler && reachable(of).has(assembler)),
    );
    expect(returning).toEqual([]);
  });

  test('have cycles where folders import each other', () => {
    const graph = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['c'])],
      ['c', new Set(['b'])],
    ]);
    expect(inCycles(graph)).toEqual(['b', 'c']);
  });

  test('allow urql in the gateway only', () => {
    expect(imports.filter(({ file, of }) => /urql/.test(of) && !file.startsWith('src/gateway/'))).toEqual([]);
  });

  test.each(PURE.filter(file => files.includes(file)))(
    'keep %s pure: nothing that it imports accesses the outside',
    file => {
      expect(
        reached(file).filter(({ of, own }) =>
          own ? isWithin(of, ['server/store', 'server/http', 'src', 'mesh']) : !PURE_PACKAGES.has(of),
        ),
      ).toEqual([]);
    },
  );
});

describe('the effects of the program', () => {
  const ENVIRONMENT_READERS: Readonly<Record<string, string>> = {
    'server/main.ts': 'reads the settings',
    'server/store/clickhouse/engine/supervisor.ts': 'hands its child process the PATH and nothing else',
  };

  test('read the environment in server/main.ts and the scripts only', () => {
    const readers = files.filter(
      file =>
        !file.startsWith('scripts/') &&
        !(file in ENVIRONMENT_READERS) &&
        /\bprocess\.env\b/.test(withoutComments(file)),
    );
    expect(readers).toEqual([]);
  });

  test('contain SQL under server/store only', () => {
    const speakers = files.filter(
      file => !file.startsWith('server/store/') && SQL.test(withoutComments(file)),
    );
    expect(speakers).toEqual([]);
  });

  test('print nothing to the console: the server writes to its log, the browser shows messages', () => {
    const printers = files.filter(
      file =>
        /^(?:src|machines|mesh|server)\//.test(file) &&
        /\bconsole\.(?:log|debug|info|warn)\(/.test(withoutComments(file)),
    );
    expect(printers).toEqual([]);
  });
});

/** All imports of a file, direct and indirect, without imports of types. */
function reached(file: string, seen = new Set<string>()): Import[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const here = importsOf(file).filter(({ typesOnly }) => !typesOnly);
  return [...here, ...here.flatMap(({ of, own }) => (own ? reached(of, seen) : []))];
}

const SQL =
  /['"`]\s*(?:SELECT\s.+\sFROM\s|INSERT\s+INTO\s|UPDATE\s+\w+\s+SET\s|DELETE\s+FROM\s|CREATE\s+TABLE\s)/is;

function withoutComments(file: string): string {
  return readFileSync(file, 'utf8').replace(/\/\*[^]*?\*\/|(?<![:'"`])\/\/.*$/gm, '');
}
