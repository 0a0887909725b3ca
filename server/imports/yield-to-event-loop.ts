/** Milliseconds for which a long task may block the event loop. */
const SLICE_MS = 5;

/**
 * Creates a function to be awaited for each row of a long file, which yields to the event loop every {@link
 * SLICE_MS}.
 */
export const createYield = (): (() => Promise<void> | undefined) => {
  let since = performance.now();
  return () => {
    if (performance.now() - since < SLICE_MS) return undefined;
    return new Promise<void>(go => {
      setImmediate(() => {
        since = performance.now();
        go();
      });
    });
  };
};
