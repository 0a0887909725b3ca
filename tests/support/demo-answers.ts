import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import { UNSTARTED } from './unstarted.ts';

/**
 * Before each file of journeys: waits until the program of all of them answers, which began beside the tests
 * before. Whoever began it says when it does not.
 */
const why = join(inject('house').dataDir, UNSTARTED);
while ((await fetch(`${inject('demo')}/healthz`).catch(() => null))?.ok !== true) {
  if (existsSync(why)) throw new Error(await readFile(why, 'utf8'));
  await sleep(100);
}
