import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  NEW_POSITION,
  readPosition,
  savePosition,
  type LoadPosition,
} from '../../../server/collector/load-position.ts';
import { fileHandlePrototype } from '../../support/file-handles.ts';

const [FIRST, SECOND, THIRD] = [
  '000000000001-ffffffffffff.ndjson',
  '000000000012-0123456789ab.ndjson',
  '000000000013-000000000000.ndjson',
] as const;
const POSITION: LoadPosition = {
  format: 2,
  lastNumber: 0,
  watermark: '18446744073709551615',
  current: { segment: FIRST, from: 0, to: 0, careful: true },
  loaded: [SECOND],
  unsure: [THIRD],
};

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchpath-position-'));
  file = join(folder, 'position.json');
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

describe('the position of the loader', () => {
  test('is that of an empty installation without a file', async () => {
    expect(await readPosition(folder, [SECOND])).toEqual({
      format: 2,
      lastNumber: 0,
      watermark: '0',
      current: null,
      loaded: [],
      unsure: [],
    });
    expect(NEW_POSITION).toEqual(await readPosition(folder, []));
  });

  test('is read as written, from a file of its owner only, without temporary files', async () => {
    await writeFile(`${file}.new`, 'what a crash left '.repeat(100));
    await savePosition(folder, NEW_POSITION);
    await savePosition(folder, POSITION);
    expect([await readPosition(folder, []), await readdir(folder)]).toEqual([POSITION, ['position.json']]);
    expect((await stat(file)).mode & 0o077).toBe(0);
  });

  test.each(['writeFile', 'datasync'] as const)(
    'is unchanged if %s fails, and the file is closed',
    async method => {
      await savePosition(folder, NEW_POSITION);
      const failing = vi.spyOn(await fileHandlePrototype(), method).mockRejectedValue(new Error('EIO'));
      await expect(savePosition(folder, POSITION)).rejects.toThrow('EIO');
      expect(failing.mock.contexts.map(handle => (handle as unknown as { fd: number }).fd)).toEqual([-1]);
      expect(await readPosition(folder, [])).toEqual(NEW_POSITION);
    },
  );

  test('is durable with its file name once it is written', async () => {
    const prototype = await fileHandlePrototype();
    const [content, name] = [vi.spyOn(prototype, 'datasync'), vi.spyOn(prototype, 'sync')];
    await savePosition(folder, POSITION);
    expect([content.mock.calls.length, name.mock.calls.length]).toEqual([1, 1]);
    expect(
      name.mock.contexts.map(handle => (handle as unknown as { fd: number }).fd),
      'the folder is closed',
    ).toEqual([-1]);
  });

  const current = (change: object) => ({ ...POSITION, current: { ...POSITION.current, ...change } });
  test.each<[string, unknown]>([
    ['', undefined],
    ['text cut short', '{"segm'],
    ['null', null],
    ['only a segment', { segment: FIRST }],
    ['only a format', { format: 2 }],
    ['a later format', { ...POSITION, format: 3 }],
    [
      'a later format that says what the first did',
      { format: 3, segment: FIRST, from: 0, to: 0, watermark: '1' },
    ],
    ['a first format with another name', { segment: 'x', from: 0, to: 0, watermark: '1' }],
    ['a negative number', { ...POSITION, lastNumber: -1 }],
    ['half a number', { ...POSITION, lastNumber: 0.5 }],
    ['no last number', { ...POSITION, lastNumber: undefined }],
    ['no id', { ...POSITION, watermark: '' }],
    ['an id of 21 digits', { ...POSITION, watermark: '1'.repeat(21) }],
    ['an id after a letter', { ...POSITION, watermark: 'x1' }],
    ['an id before a letter', { ...POSITION, watermark: '1x' }],
    ['an id as a number', { ...POSITION, watermark: 1 }],
    ['no current segment', { ...POSITION, current: undefined }],
    ['a negative beginning', current({ from: -1 })],
    ['a negative end', current({ to: -1 })],
    ['no end', current({ to: undefined })],
    ['no way of loading', current({ careful: undefined })],
    ['a name of 11 digits', current({ segment: FIRST.slice(1) })],
    ['a name of 13 digits', current({ segment: `0${FIRST}` })],
    ['a name with letters in its number', current({ segment: FIRST.replace('0', 'a') })],
    ['a name of 11 random digits', current({ segment: FIRST.replace('f', '') })],
    ['a name of 13 random digits', current({ segment: FIRST.replace('f', 'ff') })],
    ['a name with other letters', current({ segment: FIRST.replace('f', 'g') })],
    ['a name with another end', current({ segment: `${FIRST}x` })],
    ['another name among the loaded', { ...POSITION, loaded: ['x'] }],
    ['no list of the loaded', { ...POSITION, loaded: undefined }],
    ['another name among the unsure', { ...POSITION, unsure: ['x'] }],
    ['no list of the unsure', { ...POSITION, unsure: undefined }],
  ])('stops the start with the name of its file if it is invalid: %s', async (_, value) => {
    await writeFile(
      file,
      typeof value === 'string' || value === undefined ? (value ?? '') : JSON.stringify(value),
    );
    await expect(readPosition(folder, [FIRST])).rejects.toThrow(
      `${file} does not contain a load position of the journal`,
    );
  });

  test('stops the start with the parse error of invalid JSON, or the error of reading the file', async () => {
    await writeFile(file, '{');
    await expect(readPosition(folder, [])).rejects.toMatchObject({ cause: expect.any(SyntaxError) });
    await rm(file);
    await mkdir(file);
    await expect(readPosition(folder, [])).rejects.toThrow('EISDIR');
  });
});

describe('a position of an earlier version', () => {
  const progress = { segment: SECOND, from: 3, to: 5 };

  test.each<[string, readonly string[], Pick<LoadPosition, 'current' | 'unsure'>]>([
    ['continues where it was', [SECOND, THIRD], { current: { ...progress, careful: false }, unsure: [] }],
    [
      'marks every segment up to its own as uncertain if others precede it',
      [FIRST, SECOND, THIRD],
      { current: null, unsure: [FIRST, SECOND] },
    ],
    ['has no current batch if its segment is missing', [THIRD], { current: null, unsure: [] }],
    [
      'marks earlier segments as uncertain if its own is missing',
      [FIRST, THIRD],
      { current: null, unsure: [FIRST] },
    ],
  ])('%s', async (_, names, expected) => {
    await writeFile(file, JSON.stringify({ ...progress, watermark: '77' }));
    expect(await readPosition(folder, names)).toEqual({
      format: 2,
      lastNumber: 12,
      watermark: '77',
      loaded: [],
      ...expected,
    });
  });
});
