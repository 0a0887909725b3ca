/** Removes null from a type: the gateway's schema makes every list item and object nullable. */
export type Present<T> = T extends readonly (infer Item)[] ? NonNullable<Item> : NonNullable<T>;

/** The rows of an answer without null items. */
export const present = <T>(items: readonly (T | null | undefined)[] | null | undefined): readonly T[] =>
  (items ?? []).filter((item): item is T => item !== null && item !== undefined);
