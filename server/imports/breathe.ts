const EVERY = 200;

/** Called for each row of a long file, lets events be taken in between now and then. */
export const createBreath = (): (() => Promise<void> | undefined) => {
  let rows = 0;
  return () => {
    rows += 1;
    return rows % EVERY === 0 ? new Promise<void>(go => { setImmediate(go); }) : undefined;
  };
};
