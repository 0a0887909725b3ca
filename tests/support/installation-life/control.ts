// Loaded before the program (node --import). Messages from the test shift its clock and fill the disk of its
// journal.
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/** A message from the test; omitted fields stay as they are. */
export interface Control {
  readonly clockOffsetMs?: number;
  readonly isDiskFull?: boolean;
}

let clockOffsetMs = Number(process.env['CLOCK_OFFSET_MS'] ?? 0);
let isDiskFull = false;

const MachineDate = Date;
const now = () => MachineDate.now() + clockOffsetMs;
globalThis.Date = new Proxy(MachineDate, {
  construct: (target, args: []) => (args.length === 0 ? new target(now()) : new target(...args)),
  get: (target, key) => (key === 'now' ? now : (Reflect.get(target, key) as unknown)),
});

const refuseWhenFull = () => {
  if (isDiskFull)
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
};
/** Bytes that a full disk still takes: a file that is truncated gives its blocks to what is written next. */
const truncatedBytes = async (path: string, flags: string | number | undefined): Promise<number> =>
  flags === 'w' ? ((await fs.stat(path).catch(() => null))?.blocks ?? 0) * 512 : 0;
const { open } = fs;
fs.open = async (path, flags, mode) => {
  const isJournal = String(path).includes('/journal/');
  if (isJournal && isDiskFull && (await truncatedBytes(String(path), flags)) > 0)
    return open(path, flags, mode);
  if (isJournal && flags !== 'r') refuseWhenFull();
  const handle = await open(path, flags, mode);
  if (!isJournal) return handle;
  for (const name of ['write', 'writeFile', 'appendFile'] as const) {
    const original = handle[name].bind(handle) as (...args: readonly unknown[]) => Promise<never>;
    handle[name] = async (...args: readonly unknown[]) => {
      refuseWhenFull();
      return original(...args);
    };
  }
  return handle;
};
syncBuiltinESMExports();

process.on('message', (control: Control) => {
  clockOffsetMs = control.clockOffsetMs ?? clockOffsetMs;
  isDiskFull = control.isDiskFull ?? isDiskFull;
  process.send?.('done');
});
process.channel?.unref();
