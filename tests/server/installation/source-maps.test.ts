import { readFile } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { childProgram } from '../../support/child.ts';

/** Node reads the map of a program at its first stack trace, and answers nothing meanwhile. */
it('the map of a bundled program has its own sources only, with the line of each position', async () => {
  const file = await childProgram('collector-child');
  const code = await readFile(file, 'utf8');
  const payload = JSON.parse(await readFile(`${file}.map`, 'utf8')) as SourceMapPayload;
  const map = new SourceMap(payload);
  const entryOf = (text: string) => {
    expect(code).toContain(text);
    const before = code.slice(0, code.indexOf(text)).split('\n');
    return map.findEntry(before.length - 1, before.at(-1)?.length ?? 0);
  };
  expect(payload.sources.filter(source => source.includes('node_modules'))).toEqual([]);
  const text = 'The collector failed on a request.';
  const found = entryOf(text);
  if (!('originalSource' in found)) throw new Error('The position has no source.');
  const { originalSource, originalLine } = found;
  expect(originalSource).toMatch(/\/server\/collector\/routes\.ts$/);
  const lines = (await readFile(resolve(dirname(file), originalSource), 'utf8')).split('\n');
  expect(lines[originalLine]).toContain(text);
  // Code of a package between that of our sources.
  expect(entryOf('FST_ERR_INSTANCE_ALREADY_LISTENING')).not.toHaveProperty('originalSource');
});
