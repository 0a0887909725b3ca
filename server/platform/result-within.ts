/** Waits for a result for a limited time, in ms. @returns null: the promise did not settle until then */
export const resultWithin = async <Result>(pending: Promise<Result>, ms: number): Promise<Result | null> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>(resolve => {
    timer = setTimeout(() => resolve(null), ms);
  });
  return Promise.race([pending, timeout]).finally(() => clearTimeout(timer));
};
