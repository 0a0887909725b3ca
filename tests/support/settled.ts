/** Waits until all promises that can settle have settled. */
export const settled = () => new Promise<void>(resolve => setImmediate(resolve));
