/**
 * A draft as it is read and not filled in: a field that the row lacks is empty, instead of the default of a
 * blank form.
 */
export const readDraft = (row: object, draft: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(draft).map(([field, value]) => [
      field,
      (row as Readonly<Record<string, unknown>>)[field] === null ? null : value,
    ]),
  );

/**
 * Makes a draft of a row: the fields of a blank draft with the row's values. A field that the row lacks
 * (hidden from this user) has the blank draft's value.
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
