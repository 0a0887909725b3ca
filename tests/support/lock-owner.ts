import pino from 'pino';
import type { OwnerState } from '../../server/platform/data-lock/acquire.ts';
import { lockFolder } from '../../server/platform/data-lock/lock.ts';

/**
 * A program that owns a data folder until it is killed, or until half a second after SIGTERM. It prints that
 * it owns the folder, blocks its event loop for the given milliseconds, and reports the given state.
 */
const [folder = '', beatMs = '2000', busyMs = '0', state = 'running'] = process.argv.slice(2);
const lock = await lockFolder(folder, {
  log: pino({ level: 'silent' }),
  beatMs: Number(beatMs),
  state: () => state as OwnerState,
});
process.on('SIGTERM', () => setTimeout(() => void lock.release().then(() => process.exit(0)), 500));
process.stdout.write('owned\n');
setInterval(() => {
  const until = performance.now() + Number(busyMs);
  while (performance.now() < until) Math.sqrt(2);
}, 100);
