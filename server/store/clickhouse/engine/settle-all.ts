/**
 * What all answer, once all have ended, whatever becomes of them; else the first failure, then: nothing goes
 * on behind the back of whoever tries again.
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

/** Waits for all, for promises without a value. */
export const settleAll = async (works: readonly Promise<void>[]): Promise<void> => {
  await answersOf(...works);
};
