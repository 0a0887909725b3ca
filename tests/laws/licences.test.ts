import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Locked {
  readonly license?: string;
  readonly dev?: boolean;
}

/** Permissive licences, which require attribution at most. */
const FREE = new Set([
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'ISC',
  'BlueOak-1.0.0',
  'Python-2.0',
  'Unlicense',
  'CC0-1.0',
  '(MIT AND Zlib)',
  '(MIT OR Apache-2.0)',
]);
/** Packages outside that list with the reason: test tools that are never shipped, and data. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  '@axe-core/playwright': 'checks accessibility in the journeys',
  'axe-core': 'the same',
  lightningcss: "Vite's style compiler, used unchanged at build time",
  'caniuse-lite': 'browser data under CC-BY',
  '@chdb/lib': 'builds of chdb (Apache-2.0) for platforms whose packages the registry at hand lacks',
  '@oxc-parser/binding': 'the same of oxc-parser (MIT)',
};

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Readonly<Record<string, Locked>>;
};
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

test('every package has a permissive licence', () => {
  const others = Object.entries(packages).filter(([path, { license }]) => {
    const name = nameOf(path);
    return (
      path !== '' &&
      !(license !== undefined && FREE.has(license)) &&
      !Object.keys(EXCEPTIONS).some(known => name === known || name.startsWith(`${known}-`))
    );
  });
  expect(others.map(([path, { license }]) => `${nameOf(path)}: ${license ?? 'no licence named'}`)).toEqual(
    [],
  );
});

test('every dependency is pinned to one version', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  ) as Record<string, Record<string, string>>;
  const loose = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  );
  expect(loose).toEqual([]);
});
