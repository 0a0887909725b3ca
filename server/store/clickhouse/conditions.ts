import type { Condition } from '../../http/filters.ts';
import { TOKYO } from './eligible.ts';
import type { Bound } from './query.ts';

/** Filters of reports as SQL. Expressions are ours; what was asked for is always bound. */

/** What was seen of a contact, by the names of axes and filters: `landing_page` is an address without its query and fragment; `hour` and `weekday` (0 Sunday) are Tokyo's. */
export const SEEN: Readonly<Record<string, string>> = {
  device: 'toString(device)', os: 'toString(os)', browser: 'toString(browser)', landing_url: 'landing_url', landing_page: 'cutQueryStringAndFragment(landing_url)',
  hour: `intDiv(toUnixTimestamp64Milli(ts) + ${TOKYO}, 3600000) % 24`,
  weekday: `(intDiv(toUnixTimestamp64Milli(ts) + ${TOKYO}, 86400000) + 4) % 7`, // day 0 was a Thursday
};
const CONVERSION: Readonly<Record<string, string>> = { cv_amount: 'amount', args: 'args' };

export interface Conditions { readonly sql: string; readonly given: Bound }

const COMPARED: Readonly<Record<string, string>> = { exact: '=', ne: '!=', gt: '>', gte: '>=', lt: '<', lte: '<=' };

const one = (expression: string, { kind, op, values }: Condition, name: string): Conditions => {
  const type = kind === 'text' ? 'String' : 'Int64';
  // Filters of reports are texts and whole numbers.
  const asked = values as readonly string[] | readonly number[];
  if (op === 'in') return { sql: `has({${name}: Array(${type})}, ${expression})`, given: { [name]: asked } };
  const given = { [name]: asked[0] ?? '' };
  const bound = `{${name}: ${type}}`;
  switch (op) {
    case 'contains': return { sql: `position(lowerUTF8(${expression}), lowerUTF8(${bound})) > 0`, given };
    case 'startswith': return { sql: `startsWith(lowerUTF8(${expression}), lowerUTF8(${bound}))`, given };
    case 'endswith': return { sql: `endsWith(lowerUTF8(${expression}), lowerUTF8(${bound}))`, given };
    default: return { sql: `${expression} ${COMPARED[op] ?? '='} ${bound}`, given };
  }
};

const all = (expressions: Readonly<Record<string, string>>, conditions: readonly Condition[], prefix: string): Conditions => {
  const made = conditions.map((condition, index) => one(expressions[condition.field] ?? '0', condition, `${prefix}${index}`));
  return { sql: made.length === 0 ? '1' : made.map(({ sql }) => `(${sql})`).join(' AND '), given: Object.assign({}, ...made.map(({ given }) => given)) as Bound };
};

/** Conditions over the columns of contacts. */
export const contactConditions = (conditions: readonly Condition[]): Conditions => all(SEEN, conditions, 'seen_');
/** Conditions over the columns of conversions. */
export const conversionConditions = (conditions: readonly Condition[]): Conditions => all(CONVERSION, conditions, 'made_');
