import pino from 'pino';
import { lockFolder } from '../../server/data-lock/lock.ts';

/** A program that owns a data folder until it is killed. It says so, and then keeps its event loop busy for the milliseconds that it is given. */
const [folder = '', beatMs = '2000', busyMs = '0'] = process.argv.slice(2);
await lockFolder(folder, { log: pino({ level: 'silent' }), beatMs: Number(beatMs) });
process.stdout.write('owned\n');
setInterval(() => {
  const until = performance.now() + Number(busyMs);
  while (performance.now() < until) Math.sqrt(2);
}, 100);
