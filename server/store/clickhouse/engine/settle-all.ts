/**
 * Waits until all promises have settled, then returns their values or throws the first failure. No work continues in
 * the background of a retry.
 */
export const answersOf = async <Answers extends readonly unknown[]>(
  ...works: { readonly [Key in keyof Answers]: Promise<Answers[Key]> }
): Promise<Answers> => {
  const ended = await Promise.allSettled(works);
  return ended.map(one => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  }) as unknown as Answers;
};

/** Waits until all promises without a value have settled. @throws the first failure */
export const settleAll = async (works: readonly Promise<void>[]): Promise<void> => {
  await answersOf(...works);
};
