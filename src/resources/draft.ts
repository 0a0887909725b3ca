/**
 * Makes a draft of a row: the fields of a blank draft as the row has them. What the row does not tell (a field that is hidden from whoever reads it)
 * is as in the blank one.
 */
export const draftFrom = <Draft extends object>(blank: Draft) => (row: { readonly [K in keyof Draft]?: unknown }): Draft =>
  Object.fromEntries(Object.entries(blank).map(([field, value]) => [field, (row as Readonly<Record<string, unknown>>)[field] ?? value])) as Draft;
