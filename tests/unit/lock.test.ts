import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lockFolder } from '../../server/lock.ts';

describe('the lock of a data folder', () => {
  let folder: string;
  beforeEach(async () => { folder = await mkdtemp(join(tmpdir(), 'touchpath-lock-')); });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('refuses a second program in one line that names the first, until the first gives it back', async () => {
    const unlock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(new RegExp(`^Touchpath is already running on [^\\n]+ \\(process ${process.pid}\\)[^\\n]+$`));
    await unlock();
    await (await lockFolder(folder))();
    expect(await readdir(folder)).toEqual([]);
  });

  it('says so where something else has its name, and does not try for ever', async () => {
    await mkdir(join(folder, 'lock'));
    await expect(lockFolder(folder)).rejects.toThrow(/^[^\n]+lock cannot be read [^\n]+\.$/);
    expect(await readdir(folder)).toEqual(['lock']);
  });

  it('takes over from a program that was killed', async () => {
    await writeFile(join(folder, 'lock'), '999999999 12345\n');
    await (await lockFolder(folder))();
    await writeFile(join(folder, 'lock'), ''); // the machine lost power while it was written
    await (await lockFolder(folder))();
    expect(await readdir(folder)).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('is not taken in by another process that got the same id', async () => {
    await writeFile(join(folder, 'lock'), `${process.pid} 1\n`);
    await (await lockFolder(folder))();
  });

  it.runIf(process.platform === 'linux')('takes over from a program that ended and whose end nobody asked for, as in a container without init', async () => {
    // The child reads until it is told to end; by then its parent is a program that asks for no end of any child.
    const parent = spawn('/bin/sh', ['-c', 'cat <&3 & echo $!; exec sleep 60 3<&-'], { stdio: ['ignore', 'pipe', 'ignore', 'pipe'] });
    try {
      const [said] = await once(parent.stdout!, 'data') as [Buffer];
      const pid = Number(said.toString());
      await vi.waitFor(() => expect(readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n'));
      (parent.stdio[3] as Writable).end();
      const [, state, start] = await vi.waitFor(() => {
        const found = /\) (\S)(?: \S+){18} (\S+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
        expect(found[1]).toBe('Z');
        return found;
      });
      await writeFile(join(folder, 'lock'), `${pid} ${start}\n`);
      await (await lockFolder(folder))();
      expect([state, await readdir(folder)]).toEqual(['Z', []]);
    } finally {
      parent.kill();
    }
  });

  it('lets one of many in that start at once', async () => {
    await writeFile(join(folder, 'lock'), '999999999 12345\n');
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)));
    expect(outcomes.filter(o => o.status === 'fulfilled')).toHaveLength(1);
  });

  it('says in one line that a folder cannot be written to', async () => {
    await writeFile(join(folder, 'a file'), '');
    await expect(lockFolder(join(folder, 'a file', 'data'))).rejects.toThrow(/^DATA_DIR [^\n]+$/);
  });
});
