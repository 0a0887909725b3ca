/** Lets every promise that can settle now do so. */
export const settled = () => new Promise<void>(resolve => setImmediate(resolve));
