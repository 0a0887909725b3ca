import { defineConfig } from 'vitest/config';
import { isLong } from './tests/support/long.ts';
import { Order } from './tests/support/order.ts';

/**
 * As many files at a time as the processors of the machine that judges: a third one made both parts slower.
 */
const TOGETHER = 2;

/**
 * What holds of every property; in processes that several files share, as it takes a third of a second to
 * load.
 */
const PROPERTIES = { setupFiles: ['tests/support/properties.ts'], isolate: false };

/**
 * Three kinds of test: plain ones (some of them in processes of their own), those with a server and its
 * stores, and those with a browser on top. All stand in
 * one queue, as they are as many at a time: no kind waits for the last of another.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: Order },
    server: { deps: { external: [/\/\.mesh\//] } },
    // Seconds unless told: a busy machine may take longer, and who is answered waits no longer for that.
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 120_000,
    teardownTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          // What one file leaves behind in a module no other of these looks at: they share a process, and
          // what is imported is compiled once.
          name: 'unit',
          include: ['tests/{laws,machines,resources,unit}/**/*.test.{ts,tsx}'],
          ...PROPERTIES,
          // Unless told, one processor is left idle. No test takes long, but a busy machine may.
          testTimeout: 30_000,
          maxWorkers: TOGETHER,
        },
      },
      {
        extends: true,
        test: {
          // They put others in the place of modules and of the page's own functions.
          name: 'gateway',
          include: ['tests/gateway/**/*.test.{ts,tsx}'],
          testTimeout: 30_000,
          maxWorkers: TOGETHER,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['tests/{server,contracts}/**/*.test.ts'],
          globalSetup: ['tests/support/build.ts', 'tests/support/stores.ts'],
          ...PROPERTIES,
          testTimeout: 60_000,
          maxWorkers: TOGETHER,
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['tests/journeys/**/*.test.ts'],
          globalSetup: ['tests/support/build.ts', 'tests/support/demo.ts'],
          isolate: false,
          setupFiles: [...PROPERTIES.setupFiles, 'tests/support/demo-answers.ts'],
          // A busy machine may upset a browser once. The report names what was repeated; `npm run test:long`
          // repeats nothing.
          retry: isLong ? 0 : 1,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 90_000 } },
          maxWorkers: TOGETHER,
        },
      },
    ],
  },
});
