import { Type, type TProperties, type TSchema } from '@fastify/type-provider-typebox';
import { Failure, type Fault } from './failures.ts';
import { spanOf, type Span } from './spans.ts';

/**
 * Filters of lists: `field=value` and `field__op=value`. The operators of a field depend on its type; an unknown
 * field or operator is a fault, because an ignored filter would return unwanted rows.
 */

/** Type of a column for filters; `time` is a point in time, `day` a calendar day. */
export type Kind = 'text' | 'integer' | 'decimal' | 'boolean' | 'day' | 'time';
export type Operator =
  | 'exact'
  | 'ne'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'contains'
  | 'startswith'
  | 'endswith'
  | 'before'
  | 'after'
  | 'in';

const ORDERED = ['exact', 'ne', 'gt', 'gte', 'lt', 'lte', 'in'] as const;
const DATED = [...ORDERED, 'before', 'after'] as const;
export const OPERATORS: Readonly<Record<Kind, readonly Operator[]>> = {
  text: ['exact', 'ne', 'contains', 'startswith', 'endswith', 'in'],
  integer: ORDERED,
  decimal: ORDERED,
  boolean: ['exact', 'ne'],
  day: DATED,
  time: DATED,
};

/**
 * A condition on a column, typed by its kind. Days and times are spans: a day as the filter of a `time` column means
 * that whole day in Tokyo.
 */
export type Condition =
  | {
      readonly field: string;
      readonly kind: 'text';
      readonly op: Operator;
      readonly values: readonly string[];
    }
  | {
      readonly field: string;
      readonly kind: 'integer' | 'decimal';
      readonly op: Operator;
      readonly values: readonly number[];
    }
  | {
      readonly field: string;
      readonly kind: 'boolean';
      readonly op: Operator;
      readonly values: readonly boolean[];
    }
  | {
      readonly field: string;
      readonly kind: 'day' | 'time';
      readonly op: Operator;
      readonly values: readonly Span[];
    };

/** Limits of a condition: number of values, and length of a value in characters. */
export const MAX_VALUES = 1000;
export const MAX_VALUE_LENGTH = 1000;
const MEANS: Readonly<Record<Operator, string>> = {
  exact: '=',
  ne: '≠',
  gt: '>',
  gte: '≥',
  lt: '<',
  lte: '≤',
  contains: 'contains, ignoring case',
  startswith: 'starts with, ignoring case',
  endswith: 'ends with, ignoring case',
  before: 'is before',
  after: 'is after',
  in: 'is any of a list, separated by commas or by repeating the parameter',
};

const valueSchema = (kind: Kind): TSchema => {
  switch (kind) {
    case 'integer':
      return Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER });
    case 'decimal':
      return Type.Number();
    case 'boolean':
      return Type.Boolean();
    case 'text':
      return Type.String({ maxLength: MAX_VALUE_LENGTH });
    case 'day':
    case 'time':
      return Type.String({ minLength: 1, maxLength: 40 });
  }
};

/** Query parameters that filter by these columns. `field__exact` is accepted as a synonym of `field`. */
export const filterQuery = (columns: Readonly<Record<string, Kind>>): TProperties =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([field, kind]) =>
      OPERATORS[kind].map(op => {
        const value = valueSchema(kind);
        const schema = op === 'in' ? Type.Array(value, { minItems: 1, maxItems: MAX_VALUES }) : value;
        return [
          op === 'exact' ? field : `${field}__${op}`,
          Type.Optional({ ...schema, description: `${field} ${MEANS[op]}` }),
        ];
      }),
    ),
  );

/** Splits `name__op`; a name without an operator means `exact`. */
const split = (name: string): readonly [field: string, op: string] => {
  const at = name.lastIndexOf('__');
  return at <= 0 ? [name, 'exact'] : [name.slice(0, at), name.slice(at + 2)];
};

/** Resolves the name of a filter to column, operator and kind; a column's own name may contain `__`. */
export const filterNamed = (
  name: string,
  columns: Readonly<Record<string, Kind>>,
): { readonly field: string; readonly op: string; readonly kind: Kind | undefined } => {
  const [field, op] = Object.hasOwn(columns, name) ? ([name, 'exact'] as const) : split(name);
  return { field, op, kind: Object.hasOwn(columns, field) ? columns[field] : undefined };
};

/**
 * Renames `field__exact` to `field`, and reports whether the field or only the operator of a filter is unknown. Must
 * run before validation.
 *
 * @param known parameters of the list's schema
 * @throws {Failure} `invalid`
 */
export const readFilterNames = (query: Record<string, unknown>, known: ReadonlySet<string>): void => {
  const wrong: [string, Fault[]][] = [];
  for (const name of Object.keys(query)) {
    if (known.has(name)) continue;
    const [field, op] = split(name);
    // Columns of every kind have `ne`, so its presence distinguishes a filterable field from other parameters.
    const isFiltered = known.has(`${field}__ne`);
    if (isFiltered && op === 'exact' && !Object.hasOwn(query, field)) {
      query[field] = query[name];
      delete query[name];
    } else {
      const fault = op === 'exact' ? 'duplicate' : 'unknown_operator';
      wrong.push([name.slice(0, 100), [{ code: isFiltered ? fault : 'unknown_field' }]]);
    }
  }
  if (wrong.length > 0) throw new Failure('invalid', { fields: Object.fromEntries(wrong.slice(0, 50)) });
};

/**
 * Moves filters that a route's schema does not list into `where`: every column of a log has every operator, which the
 * contract describes once. Must run before validation, which refuses unknown parameters.
 *
 * @param known parameters of the schema
 */
export const gatherFilters = (
  query: Record<string, unknown>,
  known: ReadonlySet<string>,
  columns: Readonly<Record<string, Kind>>,
): void => {
  const gathered = Object.keys(query)
    .filter(name => !known.has(name) && filterNamed(name, columns).kind !== undefined)
    .flatMap(name => {
      const values = [query[name]].flat().map(String);
      delete query[name];
      const conditions = filterNamed(name, columns).op === 'in' ? [values.join(',')] : values;
      return conditions.map(value => new URLSearchParams([[name, value]]).toString());
    });
  const { where } = query;
  if (gathered.length > 0)
    query['where'] = [...(typeof where === 'string' && where !== '' ? [where] : []), ...gathered].join('&');
};

/** Route options with {@link gatherFilters} as a hook. */
export const gathersFilters = (parameters: TProperties, columns: Readonly<Record<string, Kind>>) => {
  const known = new Set(Object.keys(parameters));
  return {
    onRequest: (request: { readonly query: unknown }, _reply: unknown, done: () => void): void => {
      gatherFilters(request.query as Record<string, unknown>, known, columns);
      done();
    },
  };
};

/**
 * Reads the conditions of a query that its schema has validated.
 *
 * @throws {Failure} `invalid`: a value is no date
 */
export const readFilters = (
  query: Readonly<Record<string, unknown>>,
  columns: Readonly<Record<string, Kind>>,
): Condition[] => {
  const conditions: Condition[] = [];
  for (const [name, value] of Object.entries(query)) {
    const { field, op, kind } = filterNamed(name, columns);
    if (kind === undefined || value === undefined) continue;
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (kind === 'day' || kind === 'time') {
      const spans = values.map(text => spanOf(String(text)));
      if (spans.some(span => span === null))
        throw new Failure('invalid', { fields: { [name]: ['format_date'] } });
      conditions.push({ field, kind, op: op as Operator, values: spans.filter(span => span !== null) });
    } else {
      // The schema has validated that the values have the column's kind.
      conditions.push({ field, kind, op, values } as Condition);
    }
  }
  return conditions;
};

/** Whether a value meets a condition; null meets `ne` only. */
export const meets = ({ op, values }: Condition, value: number | string | null): boolean => {
  const expected: readonly unknown[] = values;
  if (op === 'ne') return value !== expected[0];
  if (op === 'in') return value !== null && expected.includes(value);
  if (value === null) return false;
  const [first] = expected;
  if (op === 'exact') return value === first;
  return typeof value === 'string'
    ? meetsText(op, value.toLowerCase(), String(first).toLowerCase())
    : meetsBound(op, value, Number(first));
};

const meetsText = (op: Operator, text: string, part: string): boolean => {
  switch (op) {
    case 'contains':
      return text.includes(part);
    case 'startswith':
      return text.startsWith(part);
    default:
      return text.endsWith(part);
  }
};

const meetsBound = (op: Operator, value: number, bound: number): boolean => {
  switch (op) {
    case 'gt':
      return value > bound;
    case 'gte':
      return value >= bound;
    case 'lt':
      return value < bound;
    default:
      return value <= bound;
  }
};
