import type { ListName } from '../../machines/startup.ts';
import type { KeyOf } from './column.ts';

/**
 * Type of a field for filtering. `id` is a 64-bit number as text, `time` is compared by days of Tokyo, `flag`
 * is true or false, `choice` one of fixed values or of a start-up list. `duration` is a number of seconds, which users
 * type and read in words.
 */
export type FilterKind = 'text' | 'id' | 'number' | 'duration' | 'day' | 'time' | 'flag' | 'choice';

/** Comparison of a field, as the API names it (`field__op=value`). */
export type Operator =
  | 'exact'
  | 'ne'
  | 'contains'
  | 'startswith'
  | 'endswith'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'before'
  | 'after'
  | 'in';

const OF_NUMBERS: readonly Operator[] = ['exact', 'ne', 'gt', 'gte', 'lt', 'lte', 'in'];

/** Comparisons of each kind, the default first. */
export const OPERATORS_OF: Readonly<Record<FilterKind, readonly Operator[]>> = {
  text: ['contains', 'startswith', 'endswith', 'exact', 'ne', 'in'],
  id: ['exact', 'ne', 'in', 'contains', 'startswith', 'endswith'],
  number: OF_NUMBERS,
  duration: OF_NUMBERS,
  day: ['exact', 'ne', 'before', 'lte', 'after', 'gte'],
  time: ['exact', 'before', 'lte', 'after', 'gte'],
  flag: ['exact'],
  choice: ['exact', 'ne', 'in'],
};

/**
 * Source of a choice's values: a start-up list (or one group of it), or fixed values. The message ids of
 * fixed values are `choice.<field>.<value>`, or `words` with `*` replaced by the value.
 */
export type Choices =
  | { readonly list: ListName; readonly group?: number }
  | { readonly values: readonly (number | string)[]; readonly words?: string };

export interface Filter<Row> {
  readonly field: KeyOf<Row>;
  readonly kind: FilterKind;
  /** Only for the kind `choice`. */
  readonly choices?: Choices;
  /** Default comparison; otherwise the first one of the kind. */
  readonly operator?: Operator;
  /**
   * Column that provides the label, if not the field's own: a category is filtered by id and displayed by
   * name.
   */
  readonly column?: KeyOf<Row>;
}
/** A filter without its row type. */
export interface AnyFilter extends Omit<Filter<object>, 'field' | 'column'> {
  readonly field: string;
  readonly column?: string;
}

/**
 * One condition of a filter bar. The value is text as in the address: several values are separated by commas.
 */
export interface Condition {
  readonly field: string;
  readonly op: Operator;
  readonly value: string;
  /**
   * Its field, comparison or value has no filter on this screen: older addresses and saved views may name one that
   * was removed. It is shown and stays in the address, but is not applied.
   */
  readonly unknown?: true;
}

/** The conditions that queries apply. */
export const appliedConditions = (conditions: readonly Condition[]): readonly Condition[] =>
  conditions.filter(({ unknown }) => unknown !== true);

const isDay = (text: string): boolean => {
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
};
const LARGEST_ID = 2n ** 64n - 1n;
const isEventId = (text: string): boolean => /^\d{1,20}$/.test(text) && BigInt(text) <= LARGEST_ID;
const isId = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text);

/** Whether a value is valid for a filter; the server refuses other values. */
export const isValue = ({ kind, choices }: Pick<AnyFilter, 'kind' | 'choices'>, value: string): boolean => {
  switch (kind) {
    case 'text':
      return value.trim() !== '' && value.length <= 1000;
    case 'id':
      return isEventId(value);
    case 'number':
    case 'duration':
      return /^-?\d{1,15}(?:\.\d{1,6})?$/.test(value);
    case 'day':
    case 'time':
      return isDay(value);
    case 'flag':
      return value === 'true' || value === 'false';
    case 'choice':
      return choices === undefined || 'list' in choices
        ? isId(value)
        : choices.values.some(one => String(one) === value);
  }
};

/** The values of a condition: one, or for `in` those separated by commas. */
export const valuesOf = ({ op, value }: Pick<Condition, 'op' | 'value'>): readonly string[] =>
  op === 'in'
    ? value
        .split(',')
        .map(one => one.trim())
        .filter(one => one !== '')
    : [value];

/** Whether a condition is valid for the filter of its field. */
export const isCondition = (
  filter: AnyFilter | undefined,
  { op, value }: Pick<Condition, 'op' | 'value'>,
): boolean => {
  if (filter === undefined || !OPERATORS_OF[filter.kind].includes(op)) return false;
  const values = valuesOf({ op, value });
  return values.length > 0 && values.length <= 1000 && values.every(one => isValue(filter, one));
};

/** Escapes only the characters that have a meaning in the query text, so that addresses stay readable. */
const escaped = (text: string): string => text.replace(/[%&=+#]/g, encodeURIComponent);

/**
 * Serialises conditions as `name__contains=foo&product_id=3`, the syntax of the API's `where` and of the
 * address's `f`.
 */
export const writeConditions = (conditions: readonly Condition[]): string =>
  conditions
    .map(({ field, op, value }) => {
      // An unknown field may contain anything, also what separates the comparison.
      const name = op === 'exact' && !field.includes('__') ? field : `${field}__${op}`;
      return `${escaped(name)}=${escaped(value)}`;
    })
    .join('&');

/**
 * Parses conditions. Those that are not valid for a filter are unknown; of two with the same field and
 * operator the later one is used, as the API accepts only one.
 */
export const readConditions = (text: string, filters: readonly AnyFilter[]): readonly Condition[] => {
  const found = new Map<string, Condition>();
  for (const [name, value] of new URLSearchParams(text)) {
    const at = name.lastIndexOf('__');
    const [field, op] = at <= 0 ? [name, 'exact'] : [name.slice(0, at), name.slice(at + 2)];
    const condition = { field, op: op as Operator, value };
    const filter = filters.find(one => one.field === field);
    found.set(
      `${field}__${op}`,
      isCondition(filter, condition) ? condition : { ...condition, unknown: true },
    );
  }
  return [...found.values()];
};

/**
 * Replaces `before`, and any condition with the same field and operator, by `next`; appends it if `before` is
 * null.
 */
export const withCondition = (
  conditions: readonly Condition[],
  next: Condition,
  before: Condition | null,
): readonly Condition[] => {
  const others = conditions.filter(
    one => one !== before && !(one.field === next.field && one.op === next.op),
  );
  const at = before === null ? -1 : conditions.indexOf(before);
  return at < 0 ? [...others, next] : others.toSpliced(at, 0, next);
};
