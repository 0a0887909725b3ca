/** Moves of a column by menu or keyboard. */
export type Step = 'left' | 'right' | 'first';

/**
 * Columns in the user's order. The first column names the row and stays first; a column missing in `order`
 * (added after the order was stored) follows its predecessor in the default order.
 */
export const arranged = <Column extends { readonly field: string }>(
  columns: readonly Column[],
  order: readonly string[],
): readonly Column[] => {
  const [first, ...rest] = columns;
  if (first === undefined || order.length === 0) return columns;
  const known = new Map(rest.map(column => [column.field, column]));
  const result = [...new Set(order)].flatMap(field => known.get(field) ?? []);
  rest.forEach((column, index) => {
    if (result.includes(column)) return;
    const before = rest[index - 1];
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, column);
  });
  return [first, ...result];
};

/** The order of fields after one was moved before another one, or, if `before` is null, to the end. */
export const placedBefore = (
  fields: readonly string[],
  field: string,
  before: string | null,
): readonly string[] => {
  if (field === before) return fields;
  const others = fields.filter(other => other !== field);
  const at = before === null ? -1 : others.indexOf(before);
  return at < 0 ? [...others, field] : [...others.slice(0, at), field, ...others.slice(at)];
};

/**
 * The order of fields after one was moved by one step among the shown ones; null: no further move is
 * possible.
 */
export const stepped = (
  fields: readonly string[],
  shown: readonly string[],
  field: string,
  step: Step,
): readonly string[] | null => {
  const at = shown.indexOf(field);
  const onto = { first: 0, left: at - 1, right: at + 1 }[step];
  if (at < 0 || onto < 0 || onto >= shown.length || onto === at) return null;
  return placedBefore(fields, field, (step === 'right' ? shown[onto + 1] : shown[onto]) ?? null);
};
