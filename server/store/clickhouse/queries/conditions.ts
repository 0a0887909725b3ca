import type { Condition } from '../../../http/filters.ts';
import { TOKYO } from '../events/eligible.ts';
import { landingPage } from '../events/landing-page.ts';
import type { Bound } from '../engine/query.ts';

/** Filters of reports as SQL. Expressions are constants of this module; values of a query are always bound. */

/** SQL expressions by the names of axes and filters. */
export type Expressions = Readonly<Record<string, string>>;

/** The Tokyo hour and weekday (0 Sunday) of a contact. @param ms its time in ms since 1970, as SQL */
export const timeExpressionsAt = (ms: string): Expressions => ({
  hour: `intDiv(${ms} + ${TOKYO}, 3600000) % 24`,
  weekday: `(intDiv(${ms} + ${TOKYO}, 86400000) + 4) % 7`,
}); // day 0 was a Thursday

/** The dimensions over the columns of contacts: `landing_page` is an address without its query and fragment. */
export const CONTACT_EXPRESSIONS: Expressions = {
  device: 'toString(device)',
  os: 'toString(os)',
  browser: 'toString(browser)',
  landing_url: 'landing_url',
  landing_page: landingPage,
  ...timeExpressionsAt('toUnixTimestamp64Milli(ts)'),
};
/** The dimensions over the tables of distinct agents and landings, and over rollups by hour and weekday. */
export const AGENT_EXPRESSIONS: Expressions = { device: 'device', os: 'os', browser: 'browser' };
export const LANDING_EXPRESSIONS: Expressions = { landing_page: 'landing_page' };
export const TIME_EXPRESSIONS: Expressions = { hour: 'hour', weekday: 'weekday' };
/** Whether rollups contain a dimension of contacts: all but complete addresses. */
export const isInRollups = (field: string): boolean =>
  [AGENT_EXPRESSIONS, LANDING_EXPRESSIONS, TIME_EXPRESSIONS].some(expressions =>
    Object.hasOwn(expressions, field),
  );

const CONVERSION_EXPRESSIONS: Expressions = { cv_amount: 'amount', args: 'args' };

export interface Conditions {
  readonly sql: string;
  readonly params: Bound;
}

const COMPARISON_OPERATORS: Readonly<Record<string, string>> = {
  exact: '=',
  ne: '!=',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
};

const conditionSql = (expression: string, { kind, op, values }: Condition, name: string): Conditions => {
  const type = kind === 'text' ? 'String' : 'Int64';
  // Filters of reports are texts and whole numbers.
  const operands = values as readonly string[] | readonly number[];
  if (op === 'in')
    return { sql: `has({${name}: Array(${type})}, ${expression})`, params: { [name]: operands } };
  const params = { [name]: operands[0] ?? '' };
  const bound = `{${name}: ${type}}`;
  switch (op) {
    case 'contains':
      return { sql: `position(lowerUTF8(${expression}), lowerUTF8(${bound})) > 0`, params };
    case 'startswith':
      return { sql: `startsWith(lowerUTF8(${expression}), lowerUTF8(${bound}))`, params };
    case 'endswith':
      return { sql: `endsWith(lowerUTF8(${expression}), lowerUTF8(${bound}))`, params };
    default:
      return { sql: `${expression} ${COMPARISON_OPERATORS[op] ?? '='} ${bound}`, params };
  }
};

/**
 * The conditions whose field has an expression, joined by AND. The name of a bound value depends only on the
 * position of its condition, so that several subsets can be bound together.
 */
const joinConditions = (
  expressions: Expressions,
  conditions: readonly Condition[],
  prefix: string,
): Conditions => {
  const joined = conditions.flatMap((condition, index) => {
    const expression = expressions[condition.field];
    return expression === undefined ? [] : [conditionSql(expression, condition, `${prefix}${index}`)];
  });
  return {
    sql: joined.length === 0 ? '1' : joined.map(({ sql }) => `(${sql})`).join(' AND '),
    params: Object.assign({}, ...joined.map(({ params }) => params)) as Bound,
  };
};

/** Conditions on contacts. @param expressions those of their source; default: the columns of contacts */
export const contactConditions = (
  conditions: readonly Condition[],
  expressions = CONTACT_EXPRESSIONS,
): Conditions => joinConditions(expressions, conditions, 'contact_');
/** Conditions on conversions, over their columns. */
export const conversionConditions = (conditions: readonly Condition[]): Conditions =>
  joinConditions(CONVERSION_EXPRESSIONS, conditions, 'conversion_');
