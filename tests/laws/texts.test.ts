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

/** Message ids in a piece of code: literal ids, and all ids with the prefix of a composed one. */
const namedIn = (code: string): readonly string[] =>
  [...code.matchAll(/['"`]([\w-]+\.[\w.-]*)(\$\{|\*)?/g)].flatMap(([, start = '', hole]) =>
    hole === undefined ? ids.filter(id => id === start) : ids.filter(id => id.startsWith(start)),
  );

/** Message ids by a descriptor's name: `name: 'attribution'` uses `analysis.attribution.lead` and the like. */
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

/** These files and all files that they import, statically or dynamically. */
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
/** Files that are opened over any screen, and the parts that are loaded before them (src/screens/setup/checklist.tsx, src/layout/palette-view.tsx). */
const OPENED_OVER: Readonly<Record<string, readonly Part[]>> = {
  'src/screens/setup/step-form.tsx': ['setting'],
  'src/layout/palette-view.tsx': ['palette', 'report'],
  'src/screens/accounts/second-factor-enrolment.tsx': ['setting'],
};
const frame = under(FRAME, new Set([...DECLARATIONS, ...Object.keys(OPENED_OVER)]));

describe('the parts of messages (src/messages/parts.ts)', () => {
  test('that every screen loads contain all messages of the frame', () => {
    expect(foreign(frame, ['signIn', 'shell'])).toEqual([]);
  });

  test.each(Object.entries(OPENED_OVER))(
    'that are loaded before %s contain all its messages',
    (file, parts) => {
      expect(foreign(under([file], frame), ['signIn', 'shell', ...parts])).toEqual([]);
    },
  );

  test.each(
    routes.filter(route => importedBy.get(route)?.some(file => file === SCREEN || file === RESOURCE_SCREEN)),
  )('that the screens of %s load contain all their messages, also of what they open', route => {
    const code = codeOf(route);
    const addresses = [...code.matchAll(/'(\/[^']*)'/g)]
      .map(([, address = '']) => address)
      .filter(address => /screen\(/i.test(code) && address !== '');
    expect(addresses.length).toBeGreaterThan(0);
    const parts = partsOf(addresses[0]!);
    expect(addresses.filter(address => partsOf(address).join() !== parts.join())).toEqual([]);
    const loaded = new Set([...frame, ...Object.keys(OPENED_OVER)]);
    expect(foreign(under(screensOf(route), loaded), ['signIn', 'shell', ...parts])).toEqual([]);
  });

  test('are all used', () => {
    const usedParts = new Set([...textsOf.values()].flat().map(partOf));
    expect([...usedParts].toSorted()).toEqual(
      ['demo', 'log', 'palette', 'report', 'setting', 'shell', 'signIn'].filter(part =>
        ids.some(id => partOf(id) === part),
      ),
    );
  });
});

describe('a label before its text', () => {
  test('has the colon of the language: no code writes one of its own', () => {
    const composed = sourcesOf(['src']).flatMap(file =>
      codeOf(file)
        .split('\n')
        .filter(line => /\$\{[^`]*\}: (?:\$\{|`)/.test(line))
        .map(line => `${file}: ${line.trim()}`),
    );
    expect(composed).toEqual([]);
  });

  test.each(['ja', 'zh-CN'])('has no Latin colon in a text in %s', locale => {
    const messages = JSON.parse(readFileSync(`src/messages/${locale}.json`, 'utf8')) as object;
    const latin = Object.entries(messages).filter(([, text]) =>
      /(?:[\u3040-\u30ff\u4e00-\u9fff]|\{\w+\}): /.test(String(text)),
    );
    expect(latin).toEqual([]);
  });
});
