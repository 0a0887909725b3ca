import { defineConfig } from 'vitest/config';
import { isLong } from './tests/support/long.ts';
import { Order } from './tests/support/order.ts';

/** Files that run at the same time: a third one slowed both others down on a machine with two processors. */
const MAX_WORKERS = 2;

/** Options of projects with properties. Several files share a process, because fast-check takes 0.3 s to load. */
const PROPERTIES = { setupFiles: ['tests/support/properties.ts'], isolate: false };

/**
 * The projects: tests without a server (`unit`, `gateway`, `isolated`), with a server and its stores (`server`), and with
 * a browser too (`journeys`). All have the same number of workers, so that they share one queue.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: Order },
    server: { deps: { external: [/\/\.mesh\//] } },
    // The default of one second is too short on a busy machine. A poll ends as soon as it succeeds.
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 120_000,
    teardownTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          // These files share a process, so that imports are compiled once; none reads the state of a module
          // that another file changes, and none replaces a module: it would stay replaced for the files after it.
          name: 'unit',
          include: ['tests/{laws,machines,resources,unit}/**/*.test.{ts,tsx}'],
          ...PROPERTIES,
          // The laws that parse every file take 40 s on a busy machine.
          testTimeout: 120_000,
          maxWorkers: MAX_WORKERS,
        },
      },
      {
        extends: true,
        test: {
          // Hooks and functions of the page. The files share a process, as importing React and jsdom takes a second; those
          // of `unit` have another one, because a module remembers whether it found a page.
          name: 'gateway',
          include: ['tests/gateway/**/*.test.{ts,tsx}'],
          ...PROPERTIES,
          testTimeout: 30_000,
          maxWorkers: MAX_WORKERS,
        },
      },
      {
        extends: true,
        test: {
          // These files replace modules, so each has a process of its own.
          name: 'isolated',
          include: ['tests/isolated/**/*.test.{ts,tsx}'],
          testTimeout: 30_000,
          maxWorkers: MAX_WORKERS,
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
          maxWorkers: MAX_WORKERS,
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
          // A browser may fail once on a busy machine. The report names repeated tests; `npm run test:long`
          // repeats none.
          retry: isLong ? 0 : 1,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 90_000 } },
          maxWorkers: MAX_WORKERS,
        },
      },
    ],
  },
});
