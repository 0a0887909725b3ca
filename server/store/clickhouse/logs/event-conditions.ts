import { addressShownAs } from '../../../platform/event-address.ts';
import type { Condition, Operator } from '../../../http/filters.ts';
import type { Span } from '../../../http/spans.ts';
import { shownAddress } from '../events/stored-address.ts';
import type { ContactColumn, RowColumn, StoredAs } from './event-columns.ts';

/**
 * Translates conditions on event columns to SQL. Column names are constants and values are bound. A row without a value
 * satisfies only `ne`.
 */

/** Whether a column is among these ids: the translation of a condition on a name. */
export interface Among {
  readonly ids: readonly number[];
  readonly among: boolean;
}

/** Landing pages by code (`landingCode`). `redirects`: redirects with landing pages of their own. */
export interface LandingPages {
  readonly redirects: readonly number[];
  readonly codes: readonly number[];
  readonly among: boolean;
}

/** A condition on one column: an operator with values, or a list of ids. */
export type ColumnPredicate = { readonly condition: Condition } | { readonly named: Among };
export type EventCondition =
  | ({ readonly column: RowColumn | ContactColumn } & ColumnPredicate)
  | { readonly landing: LandingPages };

export interface Sql {
  readonly sql: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const LARGEST_ID = 2n ** 64n - 1n;
const isStoredId = (text: string): boolean =>
  /^(?:0|[1-9]\d{0,19})$/.test(text) && BigInt(text) <= LARGEST_ID;

const TEXT_OF: Readonly<Record<StoredAs, (sql: string) => string>> = {
  id: sql => `toString(${sql})`,
  address: shownAddress,
};

const SIGNS: Partial<Readonly<Record<Operator, string>>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' };

const partOf = (text: string, op: Operator, name: string): string => {
  const part = `lowerUTF8({${name}: String})`;
  switch (op) {
    case 'startswith':
      return `startsWith(lowerUTF8(${text}), ${part})`;
    case 'endswith':
      return `endsWith(lowerUTF8(${text}), ${part})`;
    default:
      return `position(lowerUTF8(${text}), ${part}) > 0`;
  }
};

const isPart = (op: Operator): boolean => op === 'contains' || op === 'startswith' || op === 'endswith';

/** Equality with one of the values, in a form that the column's indexes support. */
const isOne = (sql: string, type: string, values: readonly unknown[], name: string): Sql => {
  if (values.length === 0) return { sql: '0', params: {} };
  return values.length === 1
    ? { sql: `${sql} = {${name}: ${type}}`, params: { [name]: values[0] } }
    : { sql: `${sql} IN {${name}: Array(${type})}`, params: { [name]: values } };
};

const textIs = (
  sql: string,
  as: StoredAs | undefined,
  op: Operator,
  values: readonly string[],
  name: string,
): Sql => {
  if (isPart(op))
    return {
      sql: partOf(as === undefined ? sql : TEXT_OF[as](sql), op, name),
      params: { [name]: values[0] ?? '' },
    };
  if (as === 'id') return isOne(sql, 'UInt64', values.filter(isStoredId).map(BigInt), name);
  if (as === 'address')
    return isOne(
      sql,
      'IPv6',
      values.flatMap(value => addressShownAs(value) ?? []),
      name,
    );
  return isOne(sql, 'String', values, name);
};

const spanIs = (sql: string, op: Operator, spans: readonly Span[], name: string): Sql => {
  const [span] = spans;
  const bound = (side: keyof Span) => ({ sql: `{${name}: Int64}`, given: { [name]: span?.[side] ?? 0 } });
  const compared = (sign: string, side: keyof Span): Sql => ({
    sql: `${sql} ${sign} ${bound(side).sql}`,
    params: bound(side).given,
  });
  switch (op) {
    case 'lt':
    case 'before':
      return compared('<', 'from');
    case 'gte':
      return compared('>=', 'from');
    case 'gt':
    case 'after':
      return compared('>=', 'until');
    case 'lte':
      return compared('<', 'until');
    default:
      return {
        sql: `arrayExists((a, b) -> ${sql} >= a AND ${sql} < b, {${name}_from: Array(Int64)}, {${name}_until: Array(Int64)})`,
        params: {
          [`${name}_from`]: spans.map(({ from }) => from),
          [`${name}_until`]: spans.map(({ until }) => until),
        },
      };
  }
};

const valueIs = (sql: string, as: StoredAs | undefined, condition: Condition, name: string): Sql => {
  const { op } = condition;
  switch (condition.kind) {
    case 'text':
      return textIs(sql, as, op, condition.values, name);
    case 'boolean':
      return { sql: `${sql} = {${name}: UInt8}`, params: { [name]: condition.values[0] === true ? 1 : 0 } };
    case 'day':
    case 'time':
      return spanIs(sql, op, condition.values, name);
    case 'integer':
    case 'decimal': {
      const type = condition.kind === 'integer' ? 'Int64' : 'Float64';
      const sign = SIGNS[op];
      return sign === undefined
        ? isOne(sql, type, condition.values, name)
        : { sql: `${sql} ${sign} {${name}: ${type}}`, params: { [name]: condition.values[0] ?? 0 } };
    }
  }
};

const negated = ({ sql, params }: Sql, not: boolean): Sql =>
  not ? { sql: `NOT (${sql})`, params } : { sql: `(${sql})`, params };
const present = (sql: string, optional: true | undefined, { sql: condition, params }: Sql): Sql =>
  optional === undefined ? { sql: condition, params } : { sql: `${sql} != 0 AND (${condition})`, params };

/** Whether one of a row's values satisfies a predicate. */
const satisfied = (
  values: readonly string[],
  { as, optional }: { readonly as?: StoredAs; readonly optional?: true },
  predicate: ColumnPredicate,
  name: string,
): Sql => {
  const each = values.map(sql =>
    present(
      sql,
      optional,
      'named' in predicate
        ? isOne(sql, 'UInt32', predicate.named.ids, name)
        : valueIs(sql, as, predicate.condition, name),
    ),
  );
  const any: Sql = {
    sql: each.map(({ sql }) => (each.length > 1 ? `(${sql})` : sql)).join(' OR '),
    params: Object.assign({}, ...each.map(({ params }) => params)) as Sql['params'],
  };
  return negated(any, 'named' in predicate ? !predicate.named.among : predicate.condition.op === 'ne');
};

/** Code of a contact's landing page. A redirect without landing pages uses those of its ad. */
const landingCode = (name: string): string =>
  `if(lpo_number = 0, 0, if(redirect_id IN {${name}_redirects: Array(UInt32)}, redirect_id * 16 + lpo_number * 2 + 1, ad_id * 16 + lpo_number * 2))`;

/** A condition on a column of the rows. */
export const rowCondition = (column: RowColumn, sql: string, predicate: ColumnPredicate, name: string): Sql =>
  satisfied([sql], column, predicate, name);

export const landingCondition = ({ redirects, codes, among }: LandingPages, name: string): Sql =>
  negated(
    {
      sql: `${landingCode(name)} IN {${name}: Array(UInt64)}`,
      params: { [name]: codes, [`${name}_redirects`]: redirects },
    },
    !among,
  );

const compares = (op: Operator, value: number, values: readonly number[]): boolean => {
  const [bound = 0] = values;
  switch (op) {
    case 'gt':
      return value > bound;
    case 'gte':
      return value >= bound;
    case 'lt':
      return value < bound;
    case 'lte':
      return value <= bound;
    case 'ne':
      return value !== bound;
    default:
      return values.includes(value);
  }
};

/**
 * A condition on values of the contacts before a row: `having` over their aggregates, and `absent` over the columns of
 * a row without such contacts.
 */
export interface ContactCondition {
  readonly having: Sql;
  readonly absent: Sql;
}

const always = (holds: boolean): Sql => ({ sql: holds ? '1' : '0', params: {} });

/** @param visible ids of ads whose values are visible; undefined: all */
export const contactCondition = (
  column: ContactColumn,
  predicate: ColumnPredicate,
  visible: readonly number[] | undefined,
  name: string,
): ContactCondition => {
  const values = column.aggregates.map((aggregate, at) =>
    visible === undefined || column.ofAd === undefined
      ? aggregate
      : `if(has({visible_ads: Array(UInt32)}, ${column.ofAd[at] ?? aggregate}), ${aggregate}, 0)`,
  );
  const having = satisfied(values, column, predicate, name);
  if ('named' in predicate) return { having, absent: always(!predicate.named.among) };
  const { condition } = predicate;
  switch (column.absent) {
    case 'none':
      return { having, absent: always(condition.op === 'ne') };
    case 'zero':
      return {
        having,
        absent: always(condition.kind === 'integer' && compares(condition.op, 0, condition.values)),
      };
    case 'own_time':
      return { having, absent: satisfied(['toUnixTimestamp64Milli(ts)'], {}, predicate, `${name}_own`) };
  }
};
