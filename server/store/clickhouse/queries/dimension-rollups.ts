import { outsideMonths, monthsWithin } from '../rollups/calendar.ts';
import { adIsShown, codeOf, STATES, type CellAxis, type Cells, type SeenText } from './dimension-rows.ts';
import type { Columnar } from '../engine/columnar.ts';
import {
  AGENT_EXPRESSIONS,
  contactConditions,
  LANDING_EXPRESSIONS,
  timeExpressionsAt,
  TIME_EXPRESSIONS,
  type Expressions,
} from './conditions.ts';
import { dayOf } from '../events/eligible.ts';
import { KINDS, type Kind } from '../rollups/kinds.ts';
import { rowsOf } from '../engine/query.ts';
import { bound, derivedDays, derivedPeriod, period, type Scope } from './scope.ts';
import { ofProduct } from '../rollups/rollup.ts';

/**
 * Rows finer than ads, from rollups: these store device and address of a contact as two numbers, whose texts
 * are looked up. The rows have the same numbers as those of the events (queries/dimension-rows.ts).
 */

/** The texts of agents, and of landing addresses, by their numbers: seen, and a column per text. */
const AGENT_TEXTS = `SELECT seen, ${Object.values(AGENT_EXPRESSIONS)
  .map(text => `any(d.${text}) AS ${text}`)
  .join(', ')} FROM contact_seen AS d WHERE ${ofProduct} AND d.landing_page = '' GROUP BY seen`;
const LANDING_TEXTS = `SELECT seen, any(d.landing_page) AS landing_page FROM contact_seen AS d WHERE ${ofProduct} AND ${Object.values(
  AGENT_EXPRESSIONS,
)
  .map(text => `d.${text} = ''`)
  .join(' AND ')} GROUP BY seen`;

/** The summands of a row's number for the axes among `expressions`: the code of each times the size of inner axes. */
const codeSummands = ({ axes }: Cells, expressions: Expressions, ad?: string): string[] =>
  axes.flatMap((axis, index) => {
    const within = axes.slice(index + 1).reduce((product, { size }) => product * size, 1);
    return isAxisOf(axis, expressions) ? [`${codeOf(axis, expressions, ad)} * ${within}`] : [];
  });
const ADS: Expressions = { ad: '' };
const isAxisOf = (axis: CellAxis, expressions: Expressions): boolean =>
  Object.hasOwn(expressions, axis.of === 'ad' ? 'ad' : axis.name);

/**
 * The summand of a row's number for an agent or an address, by a lookup over all known ones. The engine runs a
 * subquery of the same text once.
 */
const lookUp = (number: string, rowsSql: string, part: string): string => {
  const lines = `(SELECT (arrayPushFront(groupArray(seen), toUInt64(0)), arrayPushFront(groupArray(part), toUInt32(0))) FROM (SELECT seen, toUInt32(${part}) AS part FROM (${rowsSql})))`;
  return `transform(${number}, ${lines}.1, ${lines}.2, toUInt32(0))`;
};

/** The columns that rows depend on. */
interface ContactColumns {
  readonly ad: string;
  readonly agent: string;
  readonly landing: string;
  readonly times: Expressions;
}

/** The columns that the rows of a query need, besides the visitor state. */
export const neededColumns = (
  cells: Cells,
): Readonly<Record<'ad' | 'agent' | 'landing' | 'hour' | 'weekday', boolean>> => {
  const uses = (...names: string[]) =>
    cells.axes.some(axis => axis.of !== 'ad' && names.includes(axis.name)) ||
    cells.contactFilters.some(({ field }) => names.includes(field));
  return {
    ad: cells.ads !== null || cells.axes.some(axis => axis.of === 'ad'),
    agent: uses(...Object.keys(AGENT_EXPRESSIONS)),
    landing: uses(...Object.keys(LANDING_EXPRESSIONS)),
    hour: uses('hour'),
    weekday: uses('weekday'),
  };
};

/** Whether rows depend on devices only. */
export const isOfAgents = (cells: Cells): boolean => {
  const { ad, landing, hour, weekday } = neededColumns(cells);
  return !ad && !landing && !hour && !weekday;
};

/** The row of a contact, without its state. */
export const cellOf = (cells: Cells, { ad, agent, landing, times }: ContactColumns): string => {
  const agents = contactConditions(cells.contactFilters, AGENT_EXPRESSIONS).sql;
  // 0: the agent is not shown.
  const ofAgent = neededColumns(cells).agent
    ? lookUp(
        agent,
        AGENT_TEXTS,
        `if(${agents}, ${['1', ...codeSummands(cells, AGENT_EXPRESSIONS)].join(' + ')}, 0)`,
      )
    : null;
  const ofLanding = neededColumns(cells).landing
    ? lookUp(landing, LANDING_TEXTS, codeSummands(cells, LANDING_EXPRESSIONS).join(' + '))
    : null;
  const shown = [
    adIsShown(cells, ad),
    contactConditions(cells.contactFilters, times).sql,
    ...(agents === '1' ? [] : [`${ofAgent} != 0`]),
  ].filter(sql => sql !== null && sql !== '1');
  const code = [
    ofAgent ?? '1',
    ...(ofLanding === null ? [] : [ofLanding]),
    ...codeSummands(cells, times),
    ...codeSummands(cells, ADS, ad),
  ].join(' + ');
  return `toUInt32(if(${shown.length === 0 ? '1' : shown.join(' AND ')}, ${code}, 0) * ${STATES})`;
};

/** The kind of monthly sums that rows can be counted from; null: they distinguish more than one kind does. */
export const kindOf = (cells: Cells): Kind | null => {
  const needs = neededColumns(cells);
  const [kind = 'agent', ...more] = KINDS.filter(name => needs[name]);
  // Only sums by agent distinguish visitor states.
  return more.length > 0 || (kind !== 'agent' && cells.evaluation !== null) ? null : kind;
};

/**
 * The contacts of a period that are counted: row, day, clicks, first_touches, cost (1/100 yen).
 *
 * @param byDay whether rows have a day
 */
export const derivedContacts = (scope: Scope, cells: Cells, byDay: boolean): string => {
  const needs = neededColumns(cells);
  const kind = kindOf(cells);
  const months = byDay || kind === null ? [] : monthsWithin(scope);
  const hasVisitorType = cells.evaluation === 2 || cells.evaluation === 3;
  const by = [
    ...(needs.ad ? ['ad_id'] : []),
    ...KINDS.filter(name => needs[name]),
    ...(byDay ? ['day'] : []),
    ...(hasVisitorType ? ['existing'] : []),
  ];
  const row = cellOf(cells, { ad: 'ad_id', agent: 'agent', landing: 'landing', times: TIME_EXPRESSIONS });
  const lines = (
    table: string,
    where: string,
    known: Expressions,
  ) => `SELECT ${by.map(key => `${known[key] ?? `l.${key}`} AS ${key}`).join(', ')}, l.clicks AS clicks, l.first_touches AS first_touches, l.cost AS cost
    FROM ${table} AS l WHERE ${where}${cells.evaluation === 1 ? ' AND l.existing = 0' : ''}`;
  const ofDays = (where: string) =>
    lines(needs.hour || needs.landing ? 'contact_line' : 'daily_agent', `${derivedDays()} AND ${where}`, {
      hour: 'toUInt64(l.hour)',
      weekday: 'toUInt64((l.day + 4) % 7)',
    });
  const remainingDays = months.length === 0 ? '1' : outsideMonths(scope, 'day');
  const ofMonths =
    months.length === 0 || kind === null
      ? []
      : [
          lines('monthly_contact', `${ofProduct} AND kind = '${kind}' AND month IN (${months.join(', ')})`, {
            [kind]: 'l.value',
          }),
        ];
  return `SELECT ${hasVisitorType ? `toUInt32(${row} + 1 + existing)` : row} AS row, ${byDay ? 'day, ' : ''}clicks, first_touches, cost FROM (
    SELECT ${by.map(key => `d.${key} AS ${key}`).join(', ')}, sum(d.clicks) AS clicks, sum(d.first_touches) AS first_touches, sum(d.cost) AS cost
    FROM (${[...ofMonths, ...(remainingDays === null ? [] : [ofDays(remainingDays)])].join(' UNION ALL ')}) AS d GROUP BY ${by.join(', ')} HAVING clicks != 0)`;
};

/** The conditions of a scope on conversions, over the columns of paths. */
export const pathConditions = ({ conversionFilter }: Scope): string =>
  conversionFilter === undefined
    ? '1'
    : `conversion_id IN (SELECT conversion_id FROM conversion WHERE product_id = {product: UInt32} AND ${period} AND ${conversionFilter.sql})`;

const isNewVisitorAt = (at: string): string => `(first_cv = 0 OR first_cv >= ${at})`;
/** The row of a conversion without contact. */
const noContactRow = ({ evaluation }: Cells): string =>
  `toInt64(${evaluation === 2 || evaluation === 3 ? '-2 - (first_cv != 0)' : '-1'})`;
/** Paths of a period. */
const rollupPaths = (scope: Scope, { evaluation }: Cells, which: string): string =>
  `conversion_path FINAL WHERE ${derivedPeriod} AND ${pathConditions(scope)}${evaluation === 1 ? ' AND first_cv = 0' : ''} AND ${which}`;

/** The summand of a row's number for the visitor's state at each contact of a path. */
const visitorStateOf = ({ evaluation }: Cells): string => {
  if (evaluation === 2) return `2 - ${isNewVisitorAt('times[-1]')}`;
  return evaluation === 3 ? `2 - ${isNewVisitorAt('at')}` : '0';
};

/**
 * One line a conversion: conversion_id, converted (ms), cv_type, amount, elapsed, interaction_ids, keys: the
 * rows of its contacts in order, and none: its row where there are none.
 *
 * @param which narrows the paths
 */
export const derivedPaths = (scope: Scope, cells: Cells, which = '1'): string => {
  const { ad, agent, landing, hour, weekday } = neededColumns(cells);
  const { evaluation } = cells;
  const read = [
    ...(ad ? [['ad', 'ad_ids']] : []),
    ...(agent ? [['agent', 'agent_ids']] : []),
    ...(landing ? [['landing', 'landing_ids']] : []),
    ...(hour || weekday || evaluation === 3 ? [['at', 'times']] : []),
  ];
  const row = `toInt64(${cellOf(cells, { ad: 'ad', agent: 'agent', landing: 'landing', times: timeExpressionsAt('at') })} + ${visitorStateOf(cells)})`;
  return `SELECT conversion_id, toUnixTimestamp64Milli(ts) AS converted, cv_type, amount, elapsed, interaction_ids,
      arrayMap((${read.map(([name]) => name).join(', ')}) -> ${row}, ${read.map(([, array]) => array).join(', ')}) AS keys, ${noContactRow(cells)} AS none
    FROM ${rollupPaths(scope, cells, which)}`;
};

/** Last conversions by the row of their last contact: row and day. */
export const derivedSales = (scope: Scope, cells: Cells): string => {
  const { evaluation } = cells;
  const state = evaluation === 2 || evaluation === 3 ? `2 - ${isNewVisitorAt('times[-1]')}` : '0';
  const row = cellOf(cells, {
    ad: 'last_ad_id',
    agent: 'agent_ids[-1]',
    landing: 'landing_ids[-1]',
    times: timeExpressionsAt('times[-1]'),
  });
  return `SELECT if(last_ad_id = 0, ${noContactRow(cells)}, toInt64(${row} + ${state})) AS row, ${dayOf('toUnixTimestamp64Milli(ts)')} AS day FROM ${rollupPaths(scope, cells, 'cv_type = 1')}`;
};

/**
 * The texts of an axis for the contacts of a period and of the term before it: all known ones where these are
 * at most `limit`, else the most frequent ones, in order where equally frequent. Empty texts are left out.
 */
export const derivedTexts = async (
  columnar: Columnar,
  scope: Scope,
  name: string,
  limit: number,
): Promise<SeenText[]> => {
  const [number, rowsSql] = Object.hasOwn(AGENT_EXPRESSIONS, name)
    ? ['agent', AGENT_TEXTS]
    : ['landing', LANDING_TEXTS];
  const text = AGENT_EXPRESSIONS[name] ?? LANDING_EXPRESSIONS[name] ?? "''";
  const hashed = 'SELECT value, toString(cityHash64(value)) AS hash';
  const all = await rowsOf<SeenText>(
    columnar,
    `${hashed} FROM (SELECT DISTINCT ${text} AS value FROM (${rowsSql})) WHERE value != '' ORDER BY value LIMIT {limit: UInt32}`,
    { ...bound(scope), limit: limit + 1 },
    scope.signal,
  );
  return all.length <= limit
    ? all
    : rowsOf<SeenText>(
        columnar,
        `${hashed} FROM (
    SELECT k.value AS value, sum(l.amount) AS contacts FROM (SELECT ${number} AS seen, sum(clicks) AS amount FROM ${number === 'agent' ? 'daily_agent' : 'contact_line'} WHERE ${derivedDays(scope.rules.trackingTerm)} GROUP BY seen HAVING amount != 0) AS l
    INNER JOIN (SELECT seen, ${text} AS value FROM (${rowsSql})) AS k ON k.seen = l.seen WHERE value != '' GROUP BY value
  ) ORDER BY contacts DESC, value LIMIT {limit: UInt32}`,
        { ...bound(scope), limit },
        scope.signal,
      );
};
