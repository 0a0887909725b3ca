import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/**
 * A program that prints its process id and its number of starts, and then ends as specified for that start.
 */
const PROGRAM = `
  const { appendFileSync, readFileSync } = require('node:fs');
  const [file, ...ends] = process.argv.slice(2);
  appendFileSync(file, '.');
  const starts = readFileSync(file, 'utf8').length;
  const end = ends[Math.min(starts, ends.length) - 1];
  process.on('SIGTERM', () => process.exit(end === 'deaf' ? 3 : 0));
  process.stdout.write('start ' + starts + ' of ' + process.pid + ' as ' + process.env.NAME + '\\n');
  if (end === 'SIGKILL') process.kill(process.pid, 'SIGKILL');
  if (/^\\d+$/.test(end)) process.exit(Number(end));
  setInterval(() => undefined, 1000);
`;

describe('the supervisor', () => {
  let folder: string;
  let runs = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'touchpath-supervise-'));
    await writeFile(join(folder, 'program.cjs'), PROGRAM);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Supervises the program. `ends` states how its starts end in order; the last entry repeats. */
  const supervised = (...ends: string[]) => supervisedTogether(ends);
  /** The same for several programs. */
  const supervisedTogether = (...endsOfAll: string[][]) => {
    const programs = endsOfAll.map((ends, index) => {
      runs += 1;
      return {
        args: [join(folder, 'program.cjs'), join(folder, `starts-${runs}`), ...ends],
        environment: { NAME: String.fromCodePoint(97 + index) },
      };
    });
    const code = `import(${JSON.stringify(resolve('scripts/supervise.mjs'))}).then(({ supervise }) => supervise(${JSON.stringify(programs)}, 1))`;
    const supervisor = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [supervisor.stdout, supervisor.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    const ended = once(supervisor, 'exit').then(([exitCode]) => exitCode as number | null);
    const waitForLine = async (line: RegExp) => {
      while (!line.test(output)) await once(supervisor.stdout, 'data');
      return line.exec(output)?.[1] ?? '';
    };
    return {
      supervisor,
      ended,
      waitForLine,
      starts: () => output.match(/^start \d+/gm)?.length ?? 0,
      output: () => output,
    };
  };

  it.each([
    ['0', 0],
    ['1', 1],
    ['78', 78],
  ])('ends with a program that ends with %s', async (end, code) => {
    const { ended, starts } = supervised(end);
    expect(await ended).toBe(code);
    expect(starts()).toBe(1);
  });

  it('restarts a program that was killed or ended by a fault', async () => {
    const { supervisor, ended, waitForLine, starts, output } = supervised('SIGKILL', '70', 'stay');
    await waitForLine(/start 3 of (\d+)/);
    expect(output()).toMatch(
      /exited \(SIGKILL\) and is restarted\.\n[^]*exited \(code 70\) and is restarted in 0\.001 s\.\n/,
    );
    supervisor.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(starts()).toBe(3);
  });

  it('gives up a program that ends six times in a row', async () => {
    const { ended, starts } = supervised('70');
    expect(await ended).toBe(70);
    expect(starts()).toBe(6);
  });

  it('returns the exit code of a program that was asked to end, and does not restart it', async () => {
    const { supervisor, ended, waitForLine, starts } = supervised('deaf');
    await waitForLine(/start 1 of (\d+)/);
    supervisor.kill('SIGTERM');
    expect(await ended).toBe(3);
    expect(starts()).toBe(1);
  });

  it('restarts one of several programs alone, and forwards a signal to all', async () => {
    const { supervisor, ended, waitForLine, output } = supervisedTogether(['SIGKILL', 'deaf'], ['stay']);
    await waitForLine(/start 2 of \d+ as (a)/);
    await waitForLine(/start 1 of \d+ as (b)/);
    supervisor.kill('SIGTERM');
    expect(await ended).not.toBe(null);
    expect(
      output()
        .match(/^start \d+ of \d+ as \w/gm)
        ?.map(line => line.replace(/of \d+ /, ''))
        .toSorted(),
    ).toEqual(['start 1 as a', 'start 1 as b', 'start 2 as a']);
  });

  it('stops the others when one of several programs ends, and ends with its exit code', async () => {
    const { ended, waitForLine, starts } = supervisedTogether(['stay'], ['deaf']);
    const first = Number(await waitForLine(/start 1 of (\d+) as a/));
    process.kill(Number(await waitForLine(/start 1 of (\d+) as b/)), 'SIGTERM');
    expect(await ended).toBe(3);
    expect(starts()).toBe(2);
    expect(() => process.kill(first, 0)).toThrow('ESRCH');
  });

  it('leaves the program running when the supervisor itself is killed', async () => {
    const { supervisor, ended, waitForLine } = supervised('stay');
    const pid = Number(await waitForLine(/start 1 of (\d+)/));
    supervisor.kill('SIGKILL');
    await ended;
    expect(process.kill(pid, 0)).toBe(true);
    process.kill(pid, 'SIGKILL');
  });
});
