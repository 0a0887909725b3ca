import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ownIdentity, type ProcessIdentity } from '../../../server/platform/data-lock/identity.ts';
import { type LockOptions, lockFolder } from '../../../server/platform/data-lock/lock.ts';
import { childProgram } from '../../support/child.ts';
import { separated } from '../../support/namespaces.ts';

const BEAT_MS = 40;
/** Heartbeats so seldom that a start which waits for one is noticed, however busy the machine is. */
const SELDOM_MS = 15_000;

describe('the lock of a data folder', () => {
  let folder: string;
  const children: ChildProcess[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'touchpath-lock-'));
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  const lock = (options: Partial<LockOptions> = {}) =>
    lockFolder(folder, { log: pino({ level: 'silent' }), beatMs: BEAT_MS, ...options });
  const lockOnce = async () => {
    await (await lock()).release();
  };
  const leave = (owner: Partial<ProcessIdentity>, more: object = {}, beat = 0) =>
    writeFile(
      join(folder, 'lock.7'),
      `${JSON.stringify({ beat, ...ownIdentity(), token: 'another', socket: null, ...owner, ...more })}\n`,
    );
  const elsewhere = { boot: 'another-boot', host: 'other-machine' };
  const locks = async () => (await readdir(folder)).toSorted();
  /** Starts a program that owns the folder, as a process of its own. */
  const startOwner = async (before: readonly string[], ...args: string[]) => {
    const words = [...before, process.execPath, await childProgram('lock-owner'), folder, ...args];
    const child = spawn(words[0]!, words.slice(1), { stdio: ['ignore', 'pipe', 'ignore'] });
    children.push(child);
    await once(child.stdout, 'data');
    return child;
  };

  it('refuses a second program in one line that names the first, until the first releases it', async () => {
    const first = await lock();
    await expect(lock()).rejects.toThrow(
      new RegExp(`^Touchpath is already running on [^\\n]+ \\(process ${process.pid}\\): [^\\n]+$`),
    );
    await first.release();
    const begun = performance.now();
    await (await lock({ beatMs: SELDOM_MS })).release();
    expect(performance.now() - begun, 'a start after a clean end does not wait').toBeLessThan(SELDOM_MS);
    // Numbers only grow, so that a slow start cannot take one that was used before.
    expect(await locks()).toEqual(['lock.2']);
  });

  it('waits for a program that is stopping, and takes over from it', async () => {
    const owner = await startOwner([], '2000', '0', 'stopping');
    const ended = once(owner, 'exit');
    const waiting = lock();
    owner.kill('SIGTERM');
    await (await waiting).release();
    expect(await ended, 'the folder was released, not taken over').toEqual([0, null]);
    expect(await locks()).toEqual(['lock.2']);
  });

  it('stops an unsupervised program only on request', async () => {
    const owner = await startOwner([], '2000', '0', 'unsupervised');
    await expect(lock()).rejects.toThrow(/already running/);
    expect(owner.exitCode).toBeNull();
    const ended = once(owner, 'exit');
    await (await lock({ replacesUnsupervised: true })).release();
    expect(await ended).toEqual([0, null]);
  });

  it('reports another file under its name instead of retrying forever', async () => {
    await mkdir(join(folder, 'lock.7'));
    await expect(lock()).rejects.toThrow(/^[^\n]+lock\.7 cannot be read [^\n]+\.$/);
    expect(await locks()).toEqual(['lock.7']);
  });

  it('is taken over at once from a killed program, of this or the first version', async () => {
    await leave({ pid: 999_999_999 });
    await lockOnce();
    await writeFile(join(folder, 'lock'), '999999999 12345\n');
    await lockOnce();
    expect(await locks()).toEqual(['lock.9']);
    await rm(join(folder, 'lock.9'));
    await writeFile(join(folder, 'lock'), `${process.pid} ${ownIdentity().start}\n`);
    await expect(lock()).rejects.toThrow(/already running/);
  });

  it('is taken over if another process got the same process id', async () => {
    await leave({ start: '1' });
    await lockOnce();
  });

  it.runIf(process.platform === 'linux')(
    'is taken over from an ended process that was never waited for, as in a container without init',
    async () => {
      // The child reads until its input is closed; by then its parent is a program that waits for no child.
      const parent = spawn('/bin/sh', ['-c', 'cat <&3 & echo $!; exec sleep 60 3<&-'], {
        stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
      });
      children.push(parent);
      const [line] = (await once(parent.stdout!, 'data')) as [Buffer];
      const pid = Number(line.toString());
      await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n');
      (parent.stdio[3] as Writable).end();
      const stateAndStart = () =>
        /\) (\S)(?: \S+){18} (\S+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
      await expect.poll(() => stateAndStart()[1]).toBe('Z');
      const [, , start = ''] = stateAndStart();
      await leave({ pid, start });
      await lockOnce();
      expect(stateAndStart()[1]).toBe('Z');
    },
  );

  it.each([
    ['has no lock', () => Promise.resolve()],
    ['has the lock of a killed program', () => leave({ pid: 999_999_999 })],
    ['has the lock of another machine without heartbeats', () => leave(elsewhere)],
  ])('is granted to one of many concurrent starts on a folder that %s', async (_, before) => {
    await before();
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => lock()));
    const owners = outcomes.filter(one => one.status === 'fulfilled');
    expect(owners).toHaveLength(1);
    await owners[0]?.value.release();
  });

  it('refuses a folder without write permission in one line', async () => {
    await writeFile(join(folder, 'a file'), '');
    await expect(
      lockFolder(join(folder, 'a file', 'data'), { log: pino({ level: 'silent' }) }),
    ).rejects.toThrow(/^DATA_DIR [^\n]+$/);
  });

  describe('of an owner in another container or machine', () => {
    /**
     * An owner in namespaces of its own, as in a container. Without permission for namespaces its lock is
     * edited to look like one.
     */
    const startSeparated = async () => {
      const owner = await startOwner(separated ?? [], separated === null ? '1000000' : '2000');
      if (separated === null) {
        const path = join(folder, 'lock.1');
        await writeFile(path, (await readFile(path, 'utf8')).replace(ownIdentity().pidNamespace, 'pid:[1]'));
      }
      return owner;
    };
    const timed = async (work: () => Promise<unknown>) => {
      const begun = performance.now();
      await work();
      return performance.now() - begun;
    };

    it('stays while that owner runs or is suspended, and is free at once after a kill', async () => {
      const owner = await startSeparated();
      const refused = () =>
        expect(lock({ beatMs: SELDOM_MS })).rejects.toThrow(
          /^Touchpath is already running on [^\n]+ of another container or machine, host [^\n]+$/,
        );
      expect(await timed(refused)).toBeLessThan(SELDOM_MS);
      // The program itself: unshare waits for it.
      const inside =
        separated === null
          ? owner.pid!
          : Number(await readFile(`/proc/${owner.pid}/task/${owner.pid}/children`, 'utf8'));
      process.kill(inside, 'SIGSTOP');
      expect(await timed(refused)).toBeLessThan(SELDOM_MS);
      process.kill(inside, 'SIGKILL');
      await once(owner, 'exit');
      expect(
        await timed(async () => {
          await (await lock({ beatMs: SELDOM_MS })).release();
        }),
      ).toBeLessThan(SELDOM_MS);
    });

    it('stays while the heartbeat of that owner continues', async () => {
      await leave(elsewhere);
      let beat = 0;
      const beating = setInterval(() => {
        beat += 1;
        void leave(elsewhere, {}, beat);
      }, BEAT_MS * 2);
      try {
        await expect(lock()).rejects.toThrow(
          /^Touchpath is already running on [^\n]+ of another container or machine, host other-machine\): [^\n]+$/,
        );
      } finally {
        clearInterval(beating);
      }
    });

    it('is taken over after six missing heartbeats, and no sooner', async () => {
      await leave(elsewhere);
      expect(await timed(lockOnce)).toBeGreaterThanOrEqual(BEAT_MS * 6);
      expect(await locks()).toEqual(['lock.8']);
      await writeFile(join(folder, 'lock.9'), 'torn by a loss of power');
      expect(await timed(lockOnce)).toBeGreaterThanOrEqual(BEAT_MS * 6);
    });

    it('is not taken over because of a socket that cannot be reached from here', async () => {
      const server = createServer().listen(join(folder, 'gone.sock'));
      await once(server, 'listening');
      await leave({ pidNamespace: 'pid:[1]' }, { socket: 'gone.sock' });
      await expect(lock()).rejects.toThrow(/already running/);
      server.close();
      await once(server, 'close');
      // The closed socket proves nothing; only missing heartbeats do.
      expect(await timed(lockOnce)).toBeGreaterThanOrEqual(BEAT_MS * 6);
    });
  });

  /** Only root can work in folders of other accounts. */
  describe.runIf(process.getuid?.() === 0)('as root, in a folder of another account', () => {
    /** No account of a machine has this id. */
    const OTHER = 54_321;
    const refusal = () =>
      `DATA_DIR ${folder} belongs to the user ${OTHER}: run this as ${OTHER} (runuser -u ${OTHER} -- env DATA_DIR=${folder} …), because root would leave files there that ${OTHER} cannot read.`;

    it('leaves a folder that the program of the account has stopped on', async () => {
      await lockOnce();
      await chown(join(folder, 'lock.1'), OTHER, OTHER);
      await expect(lock()).rejects.toThrow(refusal());
      expect(await readdir(folder)).toEqual(['lock.1']);
    });

    it('leaves a new folder that was made for the account', async () => {
      await chown(folder, OTHER, OTHER);
      await expect(lock()).rejects.toThrow(refusal());
      expect(await readdir(folder)).toEqual([]);
    });

    it('goes on in a folder that it has used before', async () => {
      await lockOnce();
      await chown(folder, OTHER, OTHER);
      await lockOnce();
    });
  });

  describe('during its ownership', () => {
    /** Owns the folder; returns what ended the owner, in order. */
    const own = async () => {
      const ended: string[] = [];
      const owned = await lock({
        end: () => {
          ended.push('the program');
        },
      });
      owned.onLost(() => {
        ended.push('a store');
      });
      return { owned, ended };
    };
    const sign = async () =>
      `${(await stat(join(folder, 'lock.1'))).mtimeMs} ${await readFile(join(folder, 'lock.1'), 'utf8')}`;

    it.each([
      ['another program took the folder over', () => writeFile(join(folder, 'lock.2'), '')],
      ['the volume was replaced', () => unlink(join(folder, 'lock.1'))],
    ])('ends its owner, the stores first, when %s', async (_, happen) => {
      const { ended } = await own();
      await new Promise(done => {
        setTimeout(done, BEAT_MS * 4);
      });
      expect(ended).toEqual([]);
      await happen();
      await expect.poll(() => ended, { interval: 5 }).toEqual(['a store', 'the program']);
    });

    it('sends heartbeats while the event loop of its owner is busy', async () => {
      await startOwner([], '50', '60000');
      const seen = new Set<string>();
      await vi.waitFor(
        async () => {
          seen.add(await sign());
          expect(seen.size).toBeGreaterThan(5);
        },
        { timeout: 20_000, interval: 20 },
      );
    });

    /** Makes the lock unwritable: by a full disk if the test may mount one, else by permissions. */
    const isRoot = process.getuid?.() === 0 && process.platform === 'linux';
    it('keeps others out and its owner running while it cannot be written', async () => {
      if (isRoot)
        expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', folder]).status).toBe(0);
      try {
        const { owned, ended } = await own();
        if (isRoot)
          await expect(writeFile(join(folder, 'full'), Buffer.alloc(1_000_000))).rejects.toThrow('ENOSPC');
        else await chmod(join(folder, 'lock.1'), 0o400);
        const seen = new Set<string>();
        await vi.waitFor(
          async () => {
            seen.add(await sign());
            expect(seen.size).toBeGreaterThan(4);
          },
          { timeout: 20_000, interval: 10 },
        );
        // A command joins the stores of the owner, to say what is wrong or to create a company.
        await expect(lock()).rejects.toMatchObject({
          message: expect.stringContaining('already running') as string,
          isReachable: true,
        });
        expect(ended).toEqual([]);
        await chmod(join(folder, 'lock.1'), 0o600);
        await owned.release();
        if (isRoot)
          await expect(lock()).rejects.toThrow(/^The disk of DATA_DIR [^\n]+ is full \(ENOSPC[^\n]+$/);
        await rm(join(folder, 'full'), { force: true });
        await lockOnce();
      } finally {
        if (isRoot) spawnSync('umount', [folder]);
      }
    });
  });
});
