import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startProgram } from './program.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the program with the demo company answers. */
    demo: string;
  }
}

/** One program with the demo company, freshly seeded, for all journeys of a run that only look at it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'touchpath-demo-'));
  const program = await startProgram(dataDir, { SEED: 'demo' });
  project.provide('demo', program.url);
  return async () => {
    await program.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
