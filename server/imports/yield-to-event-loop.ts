/** So long a long piece of work may hold the event loop: a request that comes meanwhile waits no longer. */
const SLICE_MS = 5;

/** Called for each row of a long file, lets events be taken in between when the last time was a while ago. */
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
