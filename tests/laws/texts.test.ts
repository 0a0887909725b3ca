import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { partOf, type Part } from '../../src/messages/parts.ts';
import { partsOf } from '../../src/messages/parts-by-address.ts';
import { importsOf, sourcesOf } from '../support/sources.ts';

const ids = Object.keys(JSON.parse(readFileSync('src/messages/ja.json', 'utf8')) as object);
const files = sourcesOf(['src', 'machines']);
const known = new Set(files);
const codeOf = (file: string): string =>
  readFileSync(file, 'utf8').replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');

/** Texts that a piece of code names: whole ids, and of an id that is put together all that begin like it. */
const namedIn = (code: string): readonly string[] =>
  [...code.matchAll(/['"`]([\w-]+\.[\w.-]*)(\$\{|\*)?/g)].flatMap(([, start = '', hole]) =>
    hole === undefined ? ids.filter(id => id === start) : ids.filter(id => id.startsWith(start)),
  );

/** What a descriptor names by its name: of `name: 'attribution'` the texts `analysis.attribution.lead` and the like. */
const ofNames = (code: string): readonly string[] =>
  [...code.matchAll(/\bname: '(\w+)'/g)].flatMap(([, name = '']) =>
    ids.filter(id => id.startsWith(`${name}.`) || id.startsWith(`analysis.${name}.`)),
  );

const textsOf = new Map(
  files.map(file => {
    const code = codeOf(file);
    return [
      file,
      [...namedIn(code), ...(/^src\/(?:resources|analyses)\//.test(file) ? ofNames(code) : [])],
    ] as const;
  }),
);
const importedBy = new Map(
  files.map(file => [
    file,
    importsOf(file)
      .filter(({ own, typesOnly, of }) => own && !typesOnly && known.has(of))
      .map(({ of }) => of),
  ]),
);

/** These files and all that they load, at once or later. */
const under = (from: readonly string[], besides: ReadonlySet<string> = new Set()): ReadonlySet<string> => {
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file) || besides.has(file)) return;
    seen.add(file);
    importedBy.get(file)?.forEach(visit);
  };
  from.forEach(visit);
  return seen;
};
const foreign = (reached: ReadonlySet<string>, parts: readonly Part[]) =>
  [...reached].flatMap(file =>
    (textsOf.get(file) ?? [])
      .filter(id => !parts.includes(partOf(id)))
      .map(id => `${file}: ${id} is of ${partOf(id)}`),
  );

const FRAME = ['src/layout/shell.tsx', 'src/console/signed-in.ts'];
const routes = files.filter(
  file =>
    file.startsWith('src/routes/') && !/\/(?:index|root|shell|screen|resource-screen)\.tsx?$/.test(file),
);
/** What makes a route of a screen; the second brings the screens of resources with it. */
const SCREEN = 'src/routes/screen.ts';
const RESOURCE_SCREEN = 'src/routes/resource-screen.tsx';
/** Declarations that a table loads: they belong to the routes, though the menu reads the table as well. */
const ANALYSES = 'src/analyses/pages.ts';
const DECLARATIONS = importedBy.get(ANALYSES) ?? [];
/** What a route loads besides the code that makes it. */
const screensOf = (route: string): readonly string[] =>
  (importedBy.get(route) ?? [])
    .flatMap(file => (file === RESOURCE_SCREEN || file === ANALYSES ? importedBy.get(file)! : [file]))
    .filter(file => /^src\/(?:analyses|screens|resources)\//.test(file));
const frame = under(FRAME, new Set(DECLARATIONS));

describe('texts come in parts (src/messages/parts.ts), and', () => {
  test('what is around every screen says only what every screen has', () => {
    expect(foreign(frame, ['door', 'house'])).toEqual([]);
  });

  test.each(
    routes.filter(route => importedBy.get(route)?.some(file => file === SCREEN || file === RESOURCE_SCREEN)),
  )('the screens of %s, with all that they open, say what comes with them', route => {
    const code = codeOf(route);
    const addresses = [...code.matchAll(/'(\/[^']*)'/g)]
      .map(([, address = '']) => address)
      .filter(address => /screen\(/i.test(code) && address !== '');
    expect(addresses.length).toBeGreaterThan(0);
    const parts = partsOf(addresses[0]!);
    expect(addresses.filter(address => partsOf(address).join() !== parts.join())).toEqual([]);
    expect(foreign(under(screensOf(route), frame), ['door', 'house', ...parts])).toEqual([]);
  });

  test('each is of a part that something says', () => {
    const usedParts = new Set([...textsOf.values()].flat().map(partOf));
    expect([...usedParts].toSorted()).toEqual(
      ['demo', 'door', 'house', 'log', 'report', 'setting'].filter(part =>
        ids.some(id => partOf(id) === part),
      ),
    );
  });
});
