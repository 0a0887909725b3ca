/**
 * A draft as it is read and not filled in: what the row does not tell is nothing, and not what a blank form
 * would have there.
 */
export const readDraft = (row: object, draft: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(draft).map(([field, value]) => [
      field,
      (row as Readonly<Record<string, unknown>>)[field] === null ? null : value,
    ]),
  );

/**
 * Makes a draft of a row: the fields of a blank draft as the row has them. What the row does not tell (a
 * field that is hidden from whoever reads it)
 * is as in the blank one.
 */
export const draftFrom =
  <Draft extends object>(blank: Draft) =>
  (row: { readonly [K in keyof Draft]?: unknown }): Draft =>
    Object.fromEntries(
      Object.entries(blank).map(([field, value]) => [
        field,
        (row as Readonly<Record<string, unknown>>)[field] ?? value,
      ]),
    ) as Draft;
