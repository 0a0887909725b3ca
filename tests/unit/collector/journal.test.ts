import { constants } from 'node:fs';
import fs, { type FileHandle, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type JournalOptions, openJournal } from '../../../server/collector/journal.ts';
import { appendDurably, segmentNames, segmentNumber } from '../../../server/collector/segments.ts';
import { syncFolder } from '../../../server/platform/durable-files.ts';
import { fileHandlePrototype } from '../../support/file-handles.ts';

/** On Linux each write is synchronous (O_DSYNC), so no datasync follows. */
const SYNCS = process.platform === 'linux' ? [] : ['datasync'];
/** Time in ms for which the journal refuses events after a failure of the disk. */
const PAUSE_MS = 250;
const LINE = 'abcdefghi\n';

describe('the journal', () => {
  let folder: string;
  let parent: string;
  let logged: { level: number; msg: string; err?: { message: string }; segment?: string }[];
  const log = pino({ level: 'info' }, { write: line => logged.push(JSON.parse(line)) });
  /**
   * The simulated disk: which calls fail, bytes per write, the names of the calls made, and a promise that
   * delays writes.
   */
  let disk: { failing: readonly string[]; maxBytes: number; calls: string[]; writing: Promise<void> };

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'touchpath-journal-unit-'));
    folder = join(parent, 'journal');
    logged = [];
    disk = { failing: [], maxBytes: Infinity, calls: [], writing: Promise.resolve() };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    vi.advanceTimersByTime(1_000);
  });
  afterEach(async () => {
    vi.useRealTimers();
    await rm(parent, { recursive: true, force: true });
  });

  /** Opens real files whose calls are recorded and can fail. */
  const openFile: typeof open = async (...openArguments) => {
    const call = (name: string) => {
      disk.calls.push(name);
      if (disk.failing.includes(name)) throw new Error(`${name} failed`);
    };
    call('open');
    const handle = await open(...openArguments);
    const write = handle.write.bind(handle) as (
      bytes: Buffer,
      at: number,
      length: number,
    ) => ReturnType<FileHandle['write']>;
    const { truncate, close, datasync } = handle;
    handle.datasync = async () => {
      call('datasync');
      await datasync.call(handle);
    };
    handle.write = (async (bytes: Buffer, at: number) => {
      call('write');
      await disk.writing;
      return write(bytes, at, Math.min(disk.maxBytes, bytes.length - at));
    }) as typeof handle.write;
    handle.truncate = async length => {
      call('truncate');
      await truncate.call(handle, length);
    };
    handle.close = async () => {
      await close.call(handle);
      call('close');
    };
    return handle;
  };
  const openHere = (options: JournalOptions = {}) =>
    openJournal(folder, log, { openFile, gatherMs: 0, ...options });
  const files = async () => (await readdir(folder)).toSorted();
  const numbers = async () => (await files()).map(name => Number(name.slice(0, 12)));

  test('writes all events of one turn of the event loop at once, and reports the number of rows to every listener', async () => {
    const journal = await openHere();
    const [first, second] = [vi.fn(), vi.fn()];
    journal.onGrow(first);
    journal.onGrow(second);
    await Promise.all([journal.append(LINE, 1), journal.append(LINE.repeat(2), 2)]);
    await journal.append(LINE, 1);
    expect(disk.calls).toEqual(['open', 'write', ...SYNCS, 'write', ...SYNCS]);
    for (const listener of [first, second]) expect(listener.mock.calls).toEqual([[3], [1]]);
    await journal.close();
    expect(disk.calls.at(-1)).toBe('close');
    expect(await readFile(join(folder, (await files())[0]!), 'utf8')).toBe(LINE.repeat(4));
    expect(journal.segments()).toMatchObject([{ durable: 4 * LINE.length, closed: true }]);
  });

  test('writes a single event at once, and the next one when the gathering time is over', async () => {
    const journal = await openHere({ gatherMs: 300 });
    await journal.append(LINE, 1);
    await setImmediate();
    expect(vi.getTimerCount(), 'no timer').toBe(0);
    vi.advanceTimersByTime(100);
    const waiting = [journal.append(LINE, 1), journal.append(LINE, 1)];
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(199);
    await setImmediate();
    expect(disk.calls).toEqual(['open', 'write', ...SYNCS]);
    vi.advanceTimersByTime(1);
    await Promise.all(waiting);
    await setImmediate();
    expect(disk.calls).toEqual(['open', 'write', ...SYNCS, 'write', ...SYNCS]);
    vi.advanceTimersByTime(300);
    await journal.append(LINE, 1);
    expect(journal.segments()).toMatchObject([{ durable: 4 * LINE.length }]);
    await journal.close();
  });

  test('writes one group at a time, also while it closes', async () => {
    const journal = await openHere({ gatherMs: 300 });
    let goOn = () => {};
    disk.writing = new Promise(resolve => {
      goOn = resolve;
    });
    const first = journal.append(LINE, 1);
    await vi.waitUntil(() => disk.calls.includes('write'));
    const second = journal.append(LINE, 1);
    expect(vi.getTimerCount(), 'the end of the write starts the next one').toBe(0);
    const closing = journal.close();
    for (let turn = 0; turn < 5; turn++) await setImmediate();
    expect(disk.calls).toEqual(['open', 'write']);
    goOn();
    await Promise.all([first, second, closing]);
    expect(disk.calls).toEqual(['open', 'write', ...SYNCS, 'write', ...SYNCS, 'close']);
  });

  test('completes the pending write before it closes the file', async () => {
    const journal = await openHere();
    let goOn = () => {};
    disk.writing = new Promise(resolve => {
      goOn = resolve;
    });
    const appended = journal.append(LINE, 1);
    await vi.waitUntil(() => disk.calls.includes('write'));
    const closing = journal.close();
    for (let turn = 0; turn < 5; turn++) await setImmediate();
    expect(disk.calls).toEqual(['open', 'write']);
    goOn();
    await Promise.all([appended, closing]);
    expect(disk.calls).toEqual(['open', 'write', ...SYNCS, 'close']);
  });

  test('creates an exclusive file for its owner, with durable writes', async () => {
    const flags: unknown[] = [];
    const journal = await openHere({
      openFile: (path, ...rest) => {
        flags.push(rest);
        return openFile(path, ...rest);
      },
    });
    await journal.append(LINE, 1);
    await journal.close();
    const { O_WRONLY, O_CREAT, O_EXCL, O_APPEND, O_DSYNC } = constants;
    expect(flags).toEqual([
      [O_WRONLY | O_CREAT | O_EXCL | O_APPEND | (SYNCS.length === 0 ? O_DSYNC : 0), 0o600],
    ]);
  });

  test('continues after a partial write of the system', async () => {
    disk.maxBytes = 7;
    const journal = await openHere();
    await journal.append(LINE.repeat(2), 2);
    expect(disk.calls).toEqual(['open', 'write', 'write', 'write', ...SYNCS]);
    await journal.close();
    expect(await readFile(join(folder, (await files())[0]!), 'utf8')).toBe(LINE.repeat(2));
  });

  test.each([
    [0, 1],
    [1, 2],
  ])(
    'begins another segment when one is %i bytes short of its size: %i lines in the first',
    async (less, lines) => {
      const journal = await openHere({ segmentBytes: LINE.length + less });
      for (let line = 0; line < 3; line++) await journal.append(LINE, 1);
      expect(journal.segments().map(({ durable, closed }) => [durable / LINE.length, closed])).toEqual(
        lines === 1
          ? [
              [1, true],
              [1, true],
              [1, false],
            ]
          : [
              [2, true],
              [1, false],
            ],
      );
      expect([await numbers(), disk.calls.includes('truncate')]).toEqual([
        lines === 1 ? [1, 2, 3] : [1, 2],
        false,
      ]);
      await journal.close();
    },
  );

  test('accepts waiting events up to exactly its limit of bytes, and as many again afterwards', async () => {
    const journal = await openHere({ waitingBytes: 2 * LINE.length });
    for (let round = 0; round < 2; round++) {
      const answers = await Promise.allSettled([
        journal.append(LINE, 1),
        journal.append(LINE, 1),
        journal.append('x', 1),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
      expect(answers[2]).toMatchObject({ reason: { reason: 'overloaded' } });
    }
    await journal.close();
  });

  test('truncates the segment after a failed write, refuses events for a moment without using the disk, and continues in another segment', async () => {
    const journal = await openHere();
    await journal.append(LINE, 1);
    const before = disk.calls.length;
    disk.failing = ['write'];
    await expect(journal.append(LINE, 1)).rejects.toMatchObject({
      reason: 'unavailable',
      cause: { message: 'write failed' },
    });
    expect(disk.calls.slice(before)).toEqual(['write', 'truncate', 'close']);
    expect(journal.segments()).toMatchObject([{ durable: LINE.length, closed: true }]);
    vi.advanceTimersByTime(PAUSE_MS - 1);
    await expect(journal.append(LINE, 1)).rejects.toMatchObject({
      reason: 'unavailable',
      cause: { message: 'the disk failed recently, so writes are paused' },
    });
    expect(disk.calls.slice(before)).toHaveLength(3);
    vi.advanceTimersByTime(1);
    await expect(journal.append(LINE, 1)).rejects.toMatchObject({
      reason: 'unavailable',
      cause: { message: 'write failed' },
    });
    expect(disk.calls.slice(before + 3)).toEqual(['open', 'write', 'truncate', 'close']);
    disk.failing = [];
    vi.advanceTimersByTime(PAUSE_MS);
    await journal.append(LINE, 1);
    // A full disk fails four times a second.
    expect(logged.map(({ level, err, msg }) => [level, err?.message, msg])).toEqual([
      [50, 'write failed', 'The journal cannot be written; events are rejected until a write succeeds.'],
      [30, undefined, 'The journal can be written again.'],
    ]);
    expect(journal.segments()).toMatchObject([
      { durable: LINE.length, closed: true },
      { durable: 0, closed: true },
      { durable: LINE.length, closed: false },
    ]);
    await journal.close();
  });

  test('logs a segment that can be neither truncated nor closed, and counts it as closed', async () => {
    const journal = await openHere();
    await journal.append(LINE, 1);
    disk.failing = ['write', 'truncate', 'close'];
    await expect(journal.append(LINE, 1)).rejects.toMatchObject({ reason: 'unavailable' });
    const { name } = journal.segments()[0]!;
    expect(
      logged.slice(1).map(({ level, msg, err, segment }) => [level, msg, err?.message, segment]),
    ).toEqual([
      [
        40,
        'The end of a journal segment could not be truncated; rejected events may be loaded from it.',
        'truncate failed',
        name,
      ],
      [40, 'A journal segment could not be closed.', 'close failed', name],
    ]);
    expect(journal.segments()).toMatchObject([{ closed: true }]);
    await journal.close();
  });

  test('closes a file whose folder entry cannot be synced', async () => {
    const journal = await openHere({
      openFile: (_path, flags, mode) =>
        rm(folder, { recursive: true }).then(() => openFile(join(parent, 'elsewhere'), flags, mode)),
    });
    await expect(journal.append(LINE, 1)).rejects.toMatchObject({
      reason: 'unavailable',
      cause: { code: 'ENOENT' },
    });
    expect(disk.calls).toEqual(['open', 'close']);
    expect(journal.segments()).toEqual([]);
    await journal.close();
  });

  test('ends a segment that is old enough, not before the group that is being written, and continues above it', async () => {
    const journal = await openHere();
    await journal.endSegment();
    await journal.append(LINE, 1);
    vi.advanceTimersByTime(29_999);
    await journal.endSegment(30_000);
    expect(journal.segments()).toMatchObject([{ closed: false }]);
    vi.advanceTimersByTime(1);
    await journal.endSegment(30_000);
    expect(journal.segments()).toMatchObject([{ closed: true, durable: LINE.length }]);
    await journal.endSegment();
    await journal.remove(journal.segments()[0]!);
    let goOn = () => {};
    disk.writing = new Promise(resolve => {
      goOn = resolve;
    });
    const appended = journal.append(LINE, 1);
    while (disk.calls.at(-1) !== 'write') await setImmediate();
    const ended = journal.endSegment();
    const next = journal.append(LINE.repeat(2), 2);
    await setImmediate();
    expect(disk.calls.at(-1)).toBe('write');
    goOn();
    await Promise.all([appended, ended, next]);
    expect(journal.segments()).toMatchObject([
      { durable: LINE.length, closed: true },
      { durable: 2 * LINE.length, closed: false },
    ]);
    expect(await numbers()).toEqual([2, 3]);
    await journal.close();
    expect(disk.calls).not.toContain('truncate');
    expect(logged).toEqual([]);
  });

  test('takes over the segments of its folder in the order of their numbers, and numbers its own above all', async () => {
    const first = await openHere({ lastNumber: 7 });
    await first.append(LINE, 1);
    await first.close();
    expect(await numbers()).toEqual([8]);
    await writeFile(join(folder, '000000000020-ffffffffffff.ndjson'), LINE.repeat(3));
    await writeFile(join(folder, '000000000015-ffffffffffff.ndjson'), '');
    await writeFile(join(folder, '000000000009-not-a-segment'), 'x');
    const second = await openHere({ lastNumber: 12 });
    expect(second.segments()).toMatchObject([
      { durable: LINE.length, closed: true },
      { durable: 0, closed: true },
      { durable: 3 * LINE.length, closed: true },
    ]);
    await second.append(LINE, 1);
    expect(await numbers()).toEqual([8, 9, 15, 20, 21]);
    const [, missing, removed, open] = second.segments();
    await expect(second.remove(open!)).rejects.toThrow(`segment ${open!.name} is still being written`);
    await second.remove(removed!);
    expect(await numbers()).toEqual([8, 9, 15, 21]);
    await rm(missing!.path);
    // Two loaders remove it at the same moment.
    await Promise.all([second.remove(missing!), second.remove(missing!)]);
    expect(second.segments().map(({ name }) => Number(name.slice(0, 12)))).toEqual([8, 21]);
    await second.close();
  });

  test('writes pending events before it closes, and accepts none afterwards', async () => {
    const journal = await openHere({ gatherMs: 1_000 });
    await journal.append(LINE, 1);
    await setImmediate();
    const waiting = [journal.append(LINE, 1), journal.append(LINE, 1)];
    expect(vi.getTimerCount()).toBe(1);
    await journal.close();
    // The timer has nothing to write. A failure in it would be an unhandled rejection and end the program.
    const failed = vi.fn();
    process.on('unhandledRejection', failed);
    vi.advanceTimersByTime(1_000);
    await setImmediate();
    process.off('unhandledRejection', failed);
    expect(failed).not.toHaveBeenCalled();
    await Promise.all(waiting);
    expect(await readFile(join(folder, (await files())[0]!), 'utf8')).toBe(LINE.repeat(3));
    await expect(journal.append(LINE, 1)).rejects.toMatchObject({ reason: 'overloaded' });
    await journal.close();
    expect(disk.calls).toEqual(['open', 'write', ...SYNCS, 'write', ...SYNCS, 'close']);
  });

  describe('probes the disk', () => {
    /** Sizes of the probe's file when it was synced. */
    const sizes: number[] = [];
    const openProbe: typeof open = async (...openArguments) => {
      const handle = await openFile(...openArguments);
      const { datasync } = handle;
      handle.datasync = async () => {
        sizes.push((await handle.stat()).size);
        await datasync.call(handle);
      };
      return handle;
    };
    beforeEach(() => {
      sizes.length = 0;
    });

    test('with a block of a new file, which it removes', async () => {
      const journal = await openHere({ openFile: openProbe });
      // A process that was killed has left one. On a full disk its block would be free for the next.
      await writeFile(join(folder, 'probe'), '.');
      await journal.probe();
      expect([await files(), disk.calls, sizes]).toEqual([[], ['open', 'datasync', 'close'], [4096]]);
      for (const call of ['open', 'datasync']) {
        disk.failing = [call];
        await expect(journal.probe()).rejects.toThrow(`${call} failed`);
        expect(await files()).toEqual([]);
      }
      await journal.close();
    });

    test('and fails after a failed write, until the disk takes a megabyte and a new segment', async () => {
      const journal = await openHere({ openFile: openProbe });
      disk.failing = ['write'];
      await expect(journal.append(LINE, 1)).rejects.toMatchObject({ reason: 'unavailable' });
      disk.failing = [];
      await expect(journal.probe(), 'writes are paused').rejects.toMatchObject({ reason: 'unavailable' });
      vi.advanceTimersByTime(PAUSE_MS);
      disk.failing = ['datasync'];
      await expect(journal.probe()).rejects.toThrow('datasync failed');
      disk.failing = [];
      expect(await files()).toHaveLength(1);
      await journal.probe();
      expect(await files(), 'a segment for the next event').toHaveLength(2);
      await journal.probe();
      expect(sizes).toEqual([1 << 20, 1 << 20, 1 << 20, 4096]);
      await journal.append(LINE, 1);
      await journal.close();
      expect(journal.segments().map(({ durable }) => durable)).toEqual([0, LINE.length]);
    });

    test('with a block after the next event was written', async () => {
      const journal = await openHere({ openFile: openProbe });
      disk.failing = ['open'];
      await expect(journal.append(LINE, 1)).rejects.toMatchObject({ reason: 'unavailable' });
      disk.failing = [];
      vi.advanceTimersByTime(PAUSE_MS);
      await journal.append(LINE, 1);
      await journal.probe();
      expect([sizes, await files()]).toMatchObject([[4096], { length: 1 }]);
      await journal.close();
    });
  });
});

describe('the name of a segment', () => {
  test.each([
    ['000000000007-0123456789ab.ndjson', 7],
    ['999999999999-ffffffffffff.ndjson', 999_999_999_999],
    ['00000000007-0123456789ab.ndjson', null],
    ['0000000000007-0123456789ab.ndjson', null],
    ['00000000000a-0123456789ab.ndjson', null],
    ['000000000007-0123456789a.ndjson', null],
    ['000000000007-0123456789abc.ndjson', null],
    ['000000000007-0123456789ag.ndjson', null],
    ['000000000007-0123456789ab.ndjson.new', null],
    ['x000000000007-0123456789ab.ndjson', null],
    ['', null],
  ])('%j has the number %s', (name, number) => {
    expect(segmentNumber(name)).toBe(number);
  });
});

describe('files next to the segments', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'touchpath-journal-unit-'));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await rm(folder, { recursive: true });
  });
  const fds = (spy: { readonly mock: { readonly contexts: readonly unknown[] } }) =>
    spy.mock.contexts.map(handle => (handle as FileHandle).fd);

  test('are not listed as segments, which are ordered by number, then by name', async () => {
    const names = [5, 11, 3].flatMap(number =>
      ['d', '0', 'f', '7'].map(digit => `${String(number).padStart(12, '0')}-${digit.repeat(12)}.ndjson`),
    );
    // The operating system returns the names in any order.
    const readdirOf = vi
      .spyOn(fs, 'readdir')
      .mockResolvedValue([...names, 'position.json', 'probe'] as never);
    syncBuiltinESMExports();
    try {
      expect(await segmentNames(folder)).toEqual(names.toSorted());
    } finally {
      readdirOf.mockRestore();
      syncBuiltinESMExports();
    }
  });

  test('are appended to and synced with their folder, and closed', async () => {
    const prototype = await fileHandlePrototype();
    const [content, name] = [vi.spyOn(prototype, 'datasync'), vi.spyOn(prototype, 'sync')];
    for (const text of ['a', 'b']) await appendDurably(folder, 'kept.ndjson', Buffer.from(text));
    expect([await readFile(join(folder, 'kept.ndjson'), 'utf8'), fds(content), fds(name)]).toEqual([
      'ab',
      [-1, -1],
      [-1, -1],
    ]);
  });

  test.each(['datasync', 'sync'] as const)('are closed if %s fails', async method => {
    const failing = vi.spyOn(await fileHandlePrototype(), method).mockRejectedValue(new Error('EIO'));
    await expect(appendDurably(folder, 'kept.ndjson', Buffer.from('a'))).rejects.toThrow('EIO');
    expect(fds(failing)).toEqual([-1]);
    if (method === 'sync') await expect(syncFolder(folder)).rejects.toThrow('EIO');
  });
});
