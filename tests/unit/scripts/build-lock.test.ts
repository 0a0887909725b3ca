import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const MODULE = new URL('../../../scripts/build-lock.mjs', import.meta.url).href;

/** A process that builds for a moment under the lock, and notes its begin and its end. */
const builder = (lock: string, notes: string, statement: string) =>
  spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { appendFileSync } from 'node:fs';
     import { withBuildLock } from ${JSON.stringify(MODULE)};
     withBuildLock(${JSON.stringify(lock)}, () => {
       appendFileSync(${JSON.stringify(notes)}, 'begin ' + process.pid + '\\n');
       Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150);
       appendFileSync(${JSON.stringify(notes)}, 'end ' + process.pid + '\\n');
       ${statement}
     });`,
  ]);

test('of builds at the same moment one waits for the other, also where one fails or was killed before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchpath-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [lock, notes] = [join(folder, 'dist/.build-lock'), join(folder, 'notes')];
  const killed = spawn(process.execPath, ['--eval', '']);
  await once(killed, 'exit');
  mkdirSync(join(folder, 'dist'));
  writeFileSync(lock, String(killed.pid));
  const statements = ['', 'process.exit(1)', '', "throw new Error('no disk')", ''];
  const builders = statements.map(statement => builder(lock, notes, statement));
  const codes = await Promise.all(builders.map(async one => Number((await once(one, 'exit'))[0])));
  expect(codes).toStrictEqual([0, 1, 0, 1, 0]);
  const lines = readFileSync(notes, 'utf8').trim().split('\n');
  expect(lines).toHaveLength(2 * statements.length);
  for (let index = 0; index < lines.length; index += 2)
    expect(lines[index + 1]).toBe(lines[index]?.replace('begin', 'end'));
  expect(existsSync(lock)).toBe(false);
});
