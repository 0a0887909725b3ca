/** Waits for all, whatever becomes of them, and throws the first failure then: nothing goes on behind the back of whoever tries again. */
export const together = async (works: readonly Promise<void>[]): Promise<void> => {
  for (const ended of await Promise.allSettled(works)) if (ended.status === 'rejected') throw ended.reason;
};
