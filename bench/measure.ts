import { readFile, writeFile } from 'node:fs/promises';

/** How long something takes, in ms, and what it needs; and how both are written. */

export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
};
/**
 * The most memory that a process ever held, in MB, since it was last forgotten; null where the system does
 * not tell.
 */
export const peak = async (pid: number): Promise<number | null> => {
  const [, kilobytes] =
    /VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')) ?? [];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
};
/**
 * The processor time that a process has taken, in ms, in steps of ten; NaN where the system does not tell.
 */
export const processorTime = async (pid: number): Promise<number> => {
  const fields =
    (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')).split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
};
export const forgetPeak = (pid: number) => writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined); // only Linux knows it; `peak` is null elsewhere

export const millions = (count: number) => `${(count / 1e6).toFixed(count < 1e6 ? 2 : 1)} M`;
export const ms = (time: number) => `${time.toFixed(0)} ms`;
