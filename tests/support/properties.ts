// What holds of every property: it ends within the time of its test, so that its counterexample is told, and
// a slow machine tries fewer examples.
import fc from 'fast-check';
import { TestRunner } from 'vitest';

/**
 * The part of the time in which examples are begun, and that after which the one at work is waited for no
 * longer.
 */
const BEGUN = 0.5;
const ENDED = 0.9;

// Those of the machine: a test may put its own in their place.
const { setTimeout, clearTimeout } = globalThis;
const clock = performance.now.bind(performance);

/**
 * fast-check's own limits cut an example off that goes on in the stores beside the next test, or fail of too
 * many that were skipped.
 * @param limitOf how long there is in ms when a property begins, and how it is called where it tries fewer
 *   examples
 */
export const within =
  (limitOf: () => { readonly ms: number; readonly name: string }, now = clock): fc.Plugin<unknown> =>
  () => {
    const { ms, name } = limitOf();
    const begun = now();
    let tried = false;
    let failed = false;
    const tell = (outcome: fc.PreconditionFailure | fc.PropertyFailure | null) => {
      failed ||= outcome !== null && !(outcome instanceof fc.PreconditionFailure);
      return outcome;
    };
    // Of what failed before a smaller example is given up; what has not failed before fails by not ending.
    const late = () =>
      failed
        ? new fc.PreconditionFailure(true)
        : { error: new Error(`This example did not end within ${ENDED} of ${ms} ms.`) };
    const inTime = async (outcome: Promise<fc.PreconditionFailure | fc.PropertyFailure | null>) => {
      let timer: NodeJS.Timeout | undefined;
      const lateness = new Promise<ReturnType<typeof late>>(done => {
        timer = setTimeout(() => done(late()), begun + ENDED * ms - now());
      });
      return Promise.race([outcome.then(tell), lateness]).finally(() => clearTimeout(timer));
    };
    return {
      decorateRun: run => example => {
        if (tried && now() - begun >= BEGUN * ms) return new fc.PreconditionFailure(true);
        tried = true;
        const outcome = run(example);
        return outcome instanceof Promise ? inTime(outcome) : tell(outcome);
      },
      onAllRunsComplete: ({ failed: hasFailed, interrupted, numRuns, runConfiguration }) => {
        if (interrupted && !hasFailed)
          process.stdout.write(
            `${name}: ${numRuns} of ${runConfiguration.numRuns} examples, as time was short\n`,
          );
      },
    };
  };

// The files of a process share fast-check, and run this one after the other.
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
