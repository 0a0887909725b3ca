import { readFile, writeFile } from 'node:fs/promises';

/** Measures durations in ms and resources, and formats both. */

export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
};
/** Peak memory of a process in MB since the last `forgetPeak`; null: the system does not report it. */
export const peak = async (pid: number): Promise<number | null> => {
  const [, kilobytes] =
    /VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')) ?? [];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
};
/** CPU time of a process in ms, in steps of 10; NaN: the system does not report it. */
export const processorTime = async (pid: number): Promise<number> => {
  const fields =
    (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')).split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
};
/** Resets the peak memory of a process. Other systems than Linux have none, and `peak` is null there. */
export const forgetPeak = (pid: number) => writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined);

export const millions = (count: number) => `${(count / 1e6).toFixed(count < 1e6 ? 2 : 1)} M`;
export const ms = (time: number) => `${time.toFixed(0)} ms`;
