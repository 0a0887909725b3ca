/**
 * Sends parts one after the other. A call after a failure continues with the part that failed, so that no
 * part is sent twice.
 *
 * @param send returns the number of rows that a part changed
 * @returns a function that resolves to the number of rows changed by all parts
 */
export const createPartsSender = <Part>(
  parts: readonly Part[],
  send: (part: Part) => Promise<number>,
): (() => Promise<number>) => {
  let next = 0;
  let changed = 0;
  return async () => {
    for (; next < parts.length; next += 1) changed += await send(parts[next]!);
    return changed;
  };
};
