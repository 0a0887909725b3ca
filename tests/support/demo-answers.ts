import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import { UNSTARTED } from './unstarted.ts';

/**
 * A setup file of the journeys: waits until their shared program answers, or throws the reason why its start
 * failed.
 */
const why = join(inject('demoStore').dataDir, UNSTARTED);
while ((await fetch(`${inject('demo')}/healthz`).catch(() => null))?.ok !== true) {
  if (existsSync(why)) throw new Error(await readFile(why, 'utf8'));
  await sleep(100);
}
