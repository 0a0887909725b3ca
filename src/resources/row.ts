/** Every list item and object of the gateway is nullable; a row is one that is there. */
export type Present<T> = T extends readonly (infer Item)[] ? NonNullable<Item> : NonNullable<T>;

/** The rows of an answer, holes left out. */
export const present = <T>(items: readonly (T | null | undefined)[] | null | undefined): readonly T[] =>
  (items ?? []).filter((item): item is T => item !== null && item !== undefined);
