/** Draft for display: fields that are null in the row stay null instead of the default of a blank form. */
export const readDraft = (row: object, draft: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(draft).map(([field, value]) => [
      field,
      (row as Readonly<Record<string, unknown>>)[field] === null ? null : value,
    ]),
  );

/** Converts a row to a draft. Null fields (some are hidden from the user) get the blank draft's value. */
export const draftFrom =
  <Draft extends object>(blank: Draft) =>
  (row: { readonly [K in keyof Draft]?: unknown }): Draft =>
    Object.fromEntries(
      Object.entries(blank).map(([field, value]) => [
        field,
        (row as Readonly<Record<string, unknown>>)[field] ?? value,
      ]),
    ) as Draft;
