import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { WIDTH_OF } from '../../src/components/grid/types.ts';

const sheets = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.css'))
  .map(file => `src/${file}`);

/**
 * The classes that a style sheet styles by themselves, outside of any condition (`.a { … }`, not `.b .a` nor
 * inside `@media`).
 */
const lookedAfter = (file: string): string[] => {
  const text = readFileSync(file, 'utf8').replace(/\/\*[^]*?\*\//g, '');
  const found: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '{' && depth++ === 0)
      found.push(
        ...text
          .slice(from, at)
          .split(',')
          .map(selector => selector.trim())
          .filter(selector => /^\.[\w-]+$/.test(selector)),
      );
    if (sign === '}') depth--;
    if (sign === '}' || sign === ';') from = at + 1;
  }
  return found;
};

// A style sheet is loaded with its screen and stays loaded. If two sheets style one class, the result depends
// on the screens visited before.
test('a class is styled by one style sheet', () => {
  const users = new Map<string, Set<string>>();
  for (const file of sheets)
    for (const name of lookedAfter(file)) users.set(name, (users.get(name) ?? new Set()).add(file));
  expect([...users].filter(([, files]) => files.size > 1).map(([name, files]) => [name, ...files])).toEqual(
    [],
  );
});

// A grid cell has the name of its format as a class. A rule of another sheet for that name once displaced
// every day in every list.
test('the names of formats are used as classes by grid cells only', () => {
  const ofCells = new Set(Object.keys(WIDTH_OF).map(format => `.tp-${format}`));
  expect(
    sheets
      .filter(file => file !== 'src/components/grid/grid.css')
      .flatMap(file =>
        lookedAfter(file)
          .filter(name => ofCells.has(name))
          .map(name => [file, name]),
      ),
  ).toEqual([]);
});

// docs/console.md: sm, md and lg, and the overlay navigation at medium plus 16 px.
test('layouts change at the documented breakpoints only', () => {
  const bounds = sheets.flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/@media[^{]*?width: ?([\d.]+\w+)/g)].map(([, width]) => [
      file,
      width,
    ]),
  );
  expect(bounds.length).toBeGreaterThan(10);
  expect(
    bounds.filter(([, width]) => !['599.98px', '959.98px', '975.98px', '1279.98px'].includes(width ?? '')),
  ).toEqual([]);
});

// Moving a component to another file once lost the import of its style sheet, and the roles were drawn without any.
test('each style sheet is imported', () => {
  const modules = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(file =>
    /\.(tsx?|css)$/.test(file),
  );
  const imported = new Set(
    modules.flatMap(file =>
      [...readFileSync(join('src', file), 'utf8').matchAll(/import (?:url\()?'([^']+\.css)'/g)].map(
        ([, sheet]) => join('src', dirname(file), sheet ?? ''),
      ),
    ),
  );
  expect(sheets.filter(sheet => !imported.has(sheet))).toEqual([]);
});
