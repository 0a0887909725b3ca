import { and, not, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Condition } from '../../http/filters.ts';
import { tokyoDay, type Span } from '../../http/spans.ts';

/**
 * Filter conditions as SQL. Values are always parameters. A row whose column is null satisfies `ne` and nothing else.
 *
 * Numbers are cast on both sides: compared as the column's own type, 3000000000 against a 32-bit column would be an error, not false.
 */

type Column = PgColumn | SQL;

const text = (column: Column, op: string, value: string): SQL => {
  switch (op) {
    // No LIKE: its wildcards would have to be escaped, and a value that ends in a backslash is an error.
    case 'contains': return sql`position(lower(${value}::text) in lower(${column})) > 0`;
    case 'startswith': return sql`starts_with(lower(${column}), lower(${value}::text))`;
    case 'endswith': return sql`right(lower(${column}), length(lower(${value}::text))) = lower(${value}::text)`;
    default: return sql`${column} = ${value}::text`;
  }
};

const SIGNS: Readonly<Record<string, SQL>> = { gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=`, exact: sql`=` };

const number = (column: Column, op: string, value: number, type: SQL): SQL => sql`${column}::${type} ${SIGNS[op] ?? SIGNS['exact']!} ${value}::${type}`;

/** A span lies wholly before, wholly after or around what it is compared with. */
const dated = (op: string, span: Span, at: (ms: number) => SQL, column: Column): SQL => {
  switch (op) {
    case 'lt': case 'before': return sql`${column} < ${at(span.from)}`;
    case 'gte': return sql`${column} >= ${at(span.from)}`;
    case 'gt': case 'after': return sql`${column} >= ${at(span.until)}`;
    case 'lte': return sql`${column} < ${at(span.until)}`;
    default: return sql`(${column} >= ${at(span.from)} and ${column} < ${at(span.until)})`;
  }
};

const DAY = 86_400_000;
// Counted from 1970 rather than written as text: the text of years before 1 and after 9999, where spans may end, is another in PostgreSQL.
const instant = (ms: number): SQL => sql`(timestamptz 'epoch' + ${ms}::float8 * interval '1 millisecond')`;
const day = (ms: number): SQL => sql`(date '1970-01-01' + ${tokyoDay(ms)}::int)`;
/** What a day knows of a span: the whole of the day that it begins in. */
const wholeDay = ({ from }: Span): Span => ({ from, until: from + DAY });

const each = (condition: Condition, column: Column): SQL[] => {
  const { op } = condition;
  switch (condition.kind) {
    case 'text': return condition.values.map(value => text(column, op, value));
    case 'integer': return condition.values.map(value => number(column, op, value, sql`bigint`));
    case 'decimal': return condition.values.map(value => number(column, op, value, sql`numeric`));
    case 'boolean': return condition.values.map(value => sql`${column} = ${value}::boolean`);
    case 'day': return condition.values.map(span => dated(op, wholeDay(span), day, column));
    case 'time': return condition.values.map(span => dated(op, span, instant, column));
  }
};

const conditionOf = (condition: Condition, column: Column): SQL => {
  const found = or(...each(condition, column)) ?? sql`false`;
  return condition.op === 'ne' ? sql`coalesce(${not(found)}, true)` : found;
};

/** All of the conditions over these columns; undefined for none. Each condition names a key of `columns`. */
export const conditionsOf = (conditions: readonly Condition[], columns: Readonly<Record<string, Column>>): SQL | undefined =>
  and(...conditions.map(condition => {
    const column = columns[condition.field];
    if (column === undefined) throw new Error(`No column for the filter ${condition.field}`);
    return conditionOf(condition, column);
  }));

/**
 * A quick search: each word occurs in one of the fields at least, whatever its case and width.
 *
 * @param words in the form NFKC
 */
export const searchOf = (words: readonly string[], fields: readonly string[], columns: Readonly<Record<string, Column>>): SQL | undefined =>
  and(...words.map(word => or(...fields.map(field => {
    const column = columns[field];
    if (column === undefined) throw new Error(`No column to search for ${field}`);
    return sql`position(lower(${word}::text) in lower(normalize(${column}::text, NFKC))) > 0`;
  })) ?? sql`false`));
