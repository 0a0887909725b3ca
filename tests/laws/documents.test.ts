import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings } from '../../server/platform/settings.ts';
import { sourcesOf } from '../support/sources.ts';

/** Checks the documents against the repository: paths, links, commands, settings, examples. */

const ROOT_DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'];
const MAX_README_LINES = 90;
const FOLDERS = ['server', 'src', 'tests', 'docs', 'machines', 'scripts', 'mesh', 'graphql', 'bench'];
/** Settings of tools, which the operator of an installation does not set. */
const UNDOCUMENTED_SETTINGS = new Set(['NODE_ENV']);

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(file => join(folder, file))
    .filter(file => statSync(file).isFile());
const docs = filesBelow('docs');
const documents = [...ROOT_DOCUMENTS, ...docs.filter(file => file.endsWith('.md'))];
const textOf = (file: string): string => readFileSync(file, 'utf8');
const scripts = Object.keys((JSON.parse(textOf('package.json')) as { readonly scripts: object }).scripts);

/** A code block, and the text between it and the block before. */
interface Block {
  readonly language: string;
  readonly code: string;
  readonly before: string;
}

const FENCE = /^( *)```(\w*)\n([^]*?)^\1```$/gm;
const blocksOf = (text: string): Block[] => {
  let end = 0;
  return [...text.matchAll(FENCE)].map(match => {
    const [block = '', indent = '', language = '', code = ''] = match;
    const before = text.slice(end, match.index);
    end = match.index + block.length;
    return {
      language,
      before,
      code: code
        .split('\n')
        .map(line => (line.startsWith(indent) ? line.slice(indent.length) : line))
        .join('\n'),
    };
  });
};
const withoutBlocks = (text: string): string => text.replace(FENCE, '');

/** `a/{b,c}.ts` names two paths. */
const expandBraces = (path: string): string[] => {
  const [, start, choices, rest] = /^(.*?)\{([^{}]*)\}(.*)$/.exec(path) ?? [];
  return choices === undefined
    ? [path]
    : choices.split(',').flatMap(choice => expandBraces(`${start}${choice}${rest}`));
};
/** Matches a file name in which `*` stands for any text. */
const patternOf = (name: string): RegExp =>
  new RegExp(
    `^${name
      .split('*')
      .map(part => part.replaceAll(/[.+?^$()[\]|\\]/g, String.raw`\$&`))
      .join('.*')}$`,
  );
/** Whether a path exists; `*` in its last part matches any text. */
const isThere = (path: string): boolean => {
  if (!path.includes('*')) return existsSync(path);
  const folder = dirname(path);
  const pattern = patternOf(basename(path));
  return existsSync(folder) && readdirSync(folder).some(file => pattern.test(file));
};
/**
 * The paths of the repository that a text names in backticks, alone or in a command, without line numbers.
 * Words with placeholders are ignored.
 */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`([^`\n]+)`/g)]
    .flatMap(([, code = '']) => code.split(/\s+/))
    .filter(word => FOLDERS.some(folder => word.startsWith(`${folder}/`)) && !/[<>…]|node_modules/.test(word))
    .flatMap(word => expandBraces(word.replace(/:\d+(?:-\d+)?$/, '')));

const FILE_NAMES = [...readdirSync('.'), ...sourcesOf(FOLDERS).map(file => basename(file))];
/** The code files that a text names in backticks without a folder. */
const bareFilesIn = (text: string): string[] =>
  [...text.matchAll(/`([\w*{},.-]+\.(?:tsx?|mjs))`/g)].flatMap(([, name = '']) => expandBraces(name));

/** The anchors that GitHub gives the headings of a page. */
const anchorsOf = (file: string): Set<string> =>
  new Set(
    [...withoutBlocks(textOf(file)).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(/\s/g, '-'),
    ),
  );

test.each(documents)('%s names paths and files of the repository that exist', file => {
  const text = withoutBlocks(textOf(file));
  expect(pathsIn(text).filter(path => !isThere(path))).toEqual([]);
  const missing = bareFilesIn(text).filter(name => {
    const pattern = patternOf(name);
    return !FILE_NAMES.some(existing => pattern.test(existing));
  });
  expect(missing).toEqual([]);
});

test.each(documents)('%s links to files and headings that exist', file => {
  const links = [...withoutBlocks(textOf(file)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter(target => !/^[a-z]+:/.test(target));
  const broken = links.filter(link => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? file : normalize(join(dirname(file), path));
    return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).has(anchor));
  });
  expect(broken).toEqual([]);
});

test.each(documents)('%s names npm scripts that exist', file => {
  const named = [...textOf(file).matchAll(/npm run (?:-s )?([a-z][\w:-]*)/g)].map(([, name = '']) => name);
  expect(named.filter(name => !scripts.includes(name))).toEqual([]);
});

test.each(documents)('%s has valid examples: JSON, shell commands, and diffs of lines that exist', file => {
  const blocks = blocksOf(textOf(file));
  for (const { code } of blocks.filter(({ language }) => language === 'json'))
    expect(() => JSON.parse(code) as unknown, code).not.toThrow();
  for (const { code } of blocks.filter(({ language }) => language === 'sh'))
    expect(spawnSync('bash', ['-n'], { input: code, encoding: 'utf8' }), code).toMatchObject({
      status: 0,
      stderr: '',
    });
  let files: readonly string[] = [];
  for (const { language, code, before } of blocks) {
    const named = pathsIn(before).filter(path => existsSync(path) && statSync(path).isFile());
    if (named.length > 0) files = named;
    if (language !== 'diff') continue;
    const present = code
      .split('\n')
      .filter(line => /^[ -]/.test(line))
      .map(line => line.slice(1).trim());
    expect(present.length, code).toBeGreaterThan(0);
    expect(
      present.filter(line => !files.some(one => textOf(one).includes(line))),
      `${files.join(', ')} has the lines that are kept or removed`,
    ).toEqual([]);
  }
});

test('the README fits on two screens', () => {
  expect(textOf('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(MAX_README_LINES);
});

test('the README lists every setting that the program reads, and no other', () => {
  const read = new Set<string>();
  readSettings(
    new Proxy<Record<string, string | undefined>>({}, { get: (_, name) => void read.add(String(name)) }),
  );
  const [, section = ''] = /^## Settings\n([^]*?)^## /m.exec(textOf('README.md')) ?? [];
  const listed = [...section.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  );
  expect(listed.toSorted()).toEqual([...read].filter(name => !UNDOCUMENTED_SETTINGS.has(name)).toSorted());
});

test('every file of docs is linked from its index', () => {
  const linked = new Set(
    [...textOf('docs/README.md').matchAll(/\]\(([^)#\s]+)/g)].map(([, path = '']) =>
      normalize(join('docs', path)),
    ),
  );
  // The index links the folders of the guides in the console, whose files tests/laws/guides.test.ts lists.
  const isGuide = (file: string) => linked.has(dirname(file)) && file.startsWith('docs/help/');
  expect(docs.filter(file => file !== 'docs/README.md' && !linked.has(file) && !isGuide(file))).toEqual([]);
});

test('decisions are written in docs/decisions: no source or document refers to papers outside the repository', () => {
  const styles = filesBelow('src').filter(file => file.endsWith('.css'));
  const texts = [...documents, ...sourcesOf(FOLDERS.filter(folder => folder !== 'docs')), ...styles].filter(
    file => file !== 'tests/laws/documents.test.ts',
  );
  expect(texts.length).toBeGreaterThan(1000);
  expect(
    texts.filter(file => /\b(?:domain|spec)\.md\b|specification, section \d/i.test(textOf(file))),
  ).toEqual([]);
});

test('a test that a document quotes has that title', () => {
  const titles = sourcesOf(['tests']).map(textOf).join('\n');
  const quoted = documents.flatMap(file =>
    [...textOf(file).matchAll(/\bits test "([^"]+)"/g)].map(([, title = '']) => ({ file, title })),
  );
  expect(quoted).not.toEqual([]);
  expect(quoted.filter(({ title }) => !titles.includes(`'${title}'`))).toEqual([]);
});
