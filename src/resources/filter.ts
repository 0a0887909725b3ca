import type { ListName } from '../../machines/startup.ts';
import type { KeyOf } from './column.ts';

/**
 * The type of a field, for filtering. An id is a 64-bit number, carried as text. A time is filtered by days
 * of Tokyo; a flag is true or false; a choice is one of a few or of a start-up list.
 */
export type FilterKind = 'text' | 'id' | 'number' | 'day' | 'time' | 'flag' | 'choice';

/** How a field is compared; the words are those of the API (`field__op=value`). */
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

/** Which comparisons a kind has, the usual one first. */
export const OPERATORS_OF: Readonly<Record<FilterKind, readonly Operator[]>> = {
  text: ['contains', 'startswith', 'endswith', 'exact', 'ne', 'in'],
  id: ['exact', 'ne', 'in', 'contains', 'startswith', 'endswith'],
  number: ['exact', 'ne', 'gt', 'gte', 'lt', 'lte', 'in'],
  day: ['exact', 'ne', 'before', 'lte', 'after', 'gte'],
  time: ['exact', 'before', 'lte', 'after', 'gte'],
  flag: ['exact'],
  choice: ['exact', 'ne', 'in'],
};

/**
 * The source of a choice's values: a start-up list by its name (or one group of it), or an enumeration. Its
 * words are `choice.<field>.<value>`, or the messages that `words` names with `*` for the value.
 */
export type Choices =
  | { readonly list: ListName; readonly group?: number }
  | { readonly values: readonly (number | string)[]; readonly words?: string };

export interface Filter<Row> {
  readonly field: KeyOf<Row>;
  readonly kind: FilterKind;
  /** Of a choice. */
  readonly choices?: Choices;
  /** The comparison that is offered first; the kind's first one unless stated. */
  readonly operator?: Operator;
  /**
   * The column whose heading names it, where that is another one: a category is filtered by its number and
   * shown by its name.
   */
  readonly column?: KeyOf<Row>;
}
/** A filter of any rows. */
export interface AnyFilter extends Omit<Filter<object>, 'field' | 'column'> {
  readonly field: string;
  readonly column?: string;
}

/**
 * One condition of a filter bar. The value is text, as the address carries it: several are parted by commas.
 */
export interface Condition {
  readonly field: string;
  readonly op: Operator;
  readonly value: string;
}

const isDay = (text: string): boolean => {
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
};
const LARGEST_ID = 2n ** 64n - 1n;
const isEventId = (text: string): boolean => /^\d{1,20}$/.test(text) && BigInt(text) <= LARGEST_ID;
const isId = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text);

/** Whether a filter accepts a value; the server would refuse any other. */
export const isValue = ({ kind, choices }: Pick<AnyFilter, 'kind' | 'choices'>, value: string): boolean => {
  switch (kind) {
    case 'text':
      return value.trim() !== '' && value.length <= 1000;
    case 'id':
      return isEventId(value);
    case 'number':
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

/** The values of a condition: one, or those that are parted by commas. */
export const valuesOf = ({ op, value }: Pick<Condition, 'op' | 'value'>): readonly string[] =>
  op === 'in'
    ? value
        .split(',')
        .map(one => one.trim())
        .filter(one => one !== '')
    : [value];

/** Whether a condition makes sense for a filter of its field. */
export const isCondition = (
  filter: AnyFilter | undefined,
  { op, value }: Pick<Condition, 'op' | 'value'>,
): boolean => {
  if (filter === undefined || !OPERATORS_OF[filter.kind].includes(op)) return false;
  const values = valuesOf({ op, value });
  return values.length > 0 && values.length <= 1000 && values.every(one => isValue(filter, one));
};

/** A word that is written as it is read, but for what would end it. */
const escaped = (text: string): string => text.replace(/[%&=+#]/g, encodeURIComponent);

/**
 * Conditions as one query text, `name__contains=foo&product_id=3`: what the API takes as `where`, and the
 * address as `f`.
 */
export const writeConditions = (conditions: readonly Condition[]): string =>
  conditions
    .map(({ field, op, value }) => `${field}${op === 'exact' ? '' : `__${op}`}=${escaped(value)}`)
    .join('&');

/**
 * Reads conditions back. What does not fit a filter is left out, and of two that compare the same field alike
 * the later counts, since
 * the API knows each once.
 */
export const readConditions = (text: string, filters: readonly AnyFilter[]): readonly Condition[] => {
  const found = new Map<string, Condition>();
  for (const [name, value] of new URLSearchParams(text)) {
    const at = name.lastIndexOf('__');
    const [field, op] = at <= 0 ? [name, 'exact'] : [name.slice(0, at), name.slice(at + 2)];
    const condition = { field, op: op as Operator, value };
    if (
      isCondition(
        filters.find(filter => filter.field === field),
        condition,
      )
    )
      found.set(`${field}__${op}`, condition);
  }
  return [...found.values()];
};

/**
 * A condition put in: in the place of the one that it was made of, or of one that compares the same field
 * alike.
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
  return at < 0 ? [...others, next] : others.toSpliced(Math.min(at, others.length), 0, next);
};
