// A fast-check plugin for all properties: a property ends within the time of its test, so that its
// counterexample is reported, and a slow machine tries fewer examples.
import fc from 'fast-check';
import { TestRunner } from 'vitest';

/**
 * The share of the time limit in which examples are started, and the share after which the running example is
 * abandoned.
 */
const BEGUN = 0.5;
const ENDED = 0.9;

// The real timers, because a test may replace them.
const { setTimeout, clearTimeout } = globalThis;
const clock = performance.now.bind(performance);

/**
 * Ends a property before its test times out. fast-check's own limits would leave an example running beside
 * the next test, or fail because of too many skipped examples.
 *
 * @param limitOf the time limit in ms and the name of the property, which is printed when fewer examples run
 */
export const within =
  (limitOf: () => { readonly ms: number; readonly name: string }, now = clock): fc.Plugin<unknown> =>
  () => {
    const { ms, name } = limitOf();
    const begun = now();
    let tried = false;
    let failed = false;
    const reportOutcome = (outcome: fc.PreconditionFailure | fc.PropertyFailure | null) => {
      failed ||= outcome !== null && !(outcome instanceof fc.PreconditionFailure);
      return outcome;
    };
    // After a failure, only the search for a smaller example is given up. Otherwise an example that does not
    // end is a failure.
    const late = () =>
      failed
        ? new fc.PreconditionFailure(true)
        : { error: new Error(`This example did not end within ${ENDED} of ${ms} ms.`) };
    const inTime = async (outcome: Promise<fc.PreconditionFailure | fc.PropertyFailure | null>) => {
      let timer: NodeJS.Timeout | undefined;
      const lateness = new Promise<ReturnType<typeof late>>(done => {
        timer = setTimeout(() => done(late()), begun + ENDED * ms - now());
      });
      return Promise.race([outcome.then(reportOutcome), lateness]).finally(() => clearTimeout(timer));
    };
    return {
      decorateRun: run => example => {
        if (tried && now() - begun >= BEGUN * ms) return new fc.PreconditionFailure(true);
        tried = true;
        const outcome = run(example);
        return outcome instanceof Promise ? inTime(outcome) : reportOutcome(outcome);
      },
      onAllRunsComplete: ({ failed: hasFailed, interrupted, numRuns, runConfiguration }) => {
        if (interrupted && !hasFailed)
          process.stdout.write(
            `${name}: ${numRuns} of ${runConfiguration.numRuns} examples, as time was short\n`,
          );
      },
    };
  };

// A failure prints its seed; with it in TEST_SEED a property tries the same examples again.
const seed = process.env['TEST_SEED'];
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });

// The files of a process share fast-check, so the plugin is installed once.
const INSTALLED = Symbol.for('touchpath.properties');
if (!Object.hasOwn(globalThis, INSTALLED)) {
  Object.defineProperty(globalThis, INSTALLED, { value: true });
  fc.installGlobalPlugin(
    within(() => {
      const { timeout, fullTestName } = TestRunner.getCurrentTest() ?? { timeout: 30_000, fullTestName: '' };
      return { ms: timeout, name: fullTestName };
    }),
  );
}
