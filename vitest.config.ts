import { defineConfig } from 'vitest/config';

/** As many files at a time as the processors of the machine that judges: a third one made both parts slower. */
const TOGETHER = 2;

/** Three kinds of test: plain ones, those with a server and its stores, and those with a browser on top. */
export default defineConfig({
  test: {
    server: { deps: { external: [/\/\.mesh\//] } },
    // One second unless told: a busy machine may take longer, and who is answered waits no longer for that.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit', include: ['tests/{laws,machines,gateway,resources,unit}/**/*.test.{ts,tsx}'], sequence: { groupOrder: 0 },
          // Unless told, one processor is left idle. No test takes long, but a busy machine may.
          testTimeout: 30_000, maxWorkers: TOGETHER,
        },
      },
      {
        extends: true,
        test: {
          name: 'server', include: ['tests/{server,contracts}/**/*.test.ts'], globalSetup: ['tests/support/stores.ts'],
          // The groups run one after the other: those with other numbers of workers may not share one.
          sequence: { groupOrder: 1 },
          testTimeout: 60_000, hookTimeout: 120_000, maxWorkers: TOGETHER, isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys', include: ['tests/journeys/**/*.test.ts'], globalSetup: ['tests/support/demo.ts'], sequence: { groupOrder: 2 },
          testTimeout: 240_000, hookTimeout: 240_000, maxWorkers: TOGETHER, isolate: false,
        },
      },
    ],
  },
});
