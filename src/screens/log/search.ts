import type { RawSearch } from '../../console/address.ts';
import {
  isCondition,
  readConditions,
  writeConditions,
  type AnyFilter,
  type Condition,
} from '../../resources/filter.ts';
import { namesOf, sortOf, textOfNames, textOfSort, type ListSort } from '../list/view.ts';
import { readPeriod, type PeriodSearch } from '../period.ts';

/** The question in a log's address, and how its columns are shown. */
export interface LogSearch extends PeriodSearch {
  readonly show: 'counted' | 'all';
  readonly conditions: readonly Condition[];
  /** Null: by time, the newest first. */
  readonly sort: ListSort | null;
  /** Null: the columns that this user usually hides, in the order that is usual here. */
  readonly hide: readonly string[] | null;
  readonly order: readonly string[] | null;
  /** The saved view that it came from. */
  readonly saved: number | null;
}

/** What of a log its addresses are read by. */
export interface LogShape {
  readonly filters: readonly AnyFilter[];
  readonly columns: readonly string[];
  readonly sorted: readonly string[];
}

const DEFAULT_PERIOD = '7';
/** The address names the ad of a row so, too: links of reports do. */
const OTHER_NAMES: Readonly<Record<string, string>> = { ad_id: 'ad' };

/** Conditions that links name by their field alone: `?visitor_id=1`. */
const conditionsByField = (raw: RawSearch, filters: readonly AnyFilter[]): Condition[] =>
  filters.flatMap(filter => {
    const condition: Condition = {
      field: filter.field,
      op: 'exact',
      value: raw[filter.field] ?? raw[OTHER_NAMES[filter.field] ?? ''] ?? '',
    };
    return isCondition(filter, condition) ? [condition] : [];
  });

/** What is absent or wrong is the default. */
export const readLogSearch = (raw: RawSearch, { filters, columns, sorted }: LogShape): LogSearch => {
  const written = readConditions(raw['f'] ?? '', filters);
  const byField = conditionsByField(raw, filters).filter(
    one => !written.some(({ field, op }) => field === one.field && op === one.op),
  );
  return {
    ...readPeriod(raw, DEFAULT_PERIOD),
    show: raw['show'] === 'all' ? 'all' : 'counted',
    conditions: [...byField, ...written],
    sort: sortOf(raw['sort'], sorted),
    hide: namesOf(raw['hide'], columns.slice(1)),
    order: namesOf(raw['order'], columns.slice(1)),
    saved: /^[1-9]\d{0,9}$/.test(raw['view'] ?? '') ? Number(raw['view']) : null,
  };
};

/** The changes to the address that put conditions. */
export const writeLogConditions = (
  conditions: readonly Condition[],
  filters: readonly AnyFilter[],
): Readonly<Record<string, string | undefined>> => ({
  ...Object.fromEntries(
    filters.flatMap(({ field }) =>
      [field, OTHER_NAMES[field]].flatMap(name => (name === undefined ? [] : [[name, undefined] as const])),
    ),
  ),
  f: conditions.length === 0 ? undefined : writeConditions(conditions),
});

/**
 * The names under which the address of a log holds its question, each with its text or, for a default,
 * nothing.
 */
export const writeLogSearch = (
  { period, from, to, show, conditions, sort, hide, order, saved }: LogSearch,
  { filters }: Pick<LogShape, 'filters'>,
): Readonly<Record<string, string | undefined>> => ({
  ...writeLogConditions(conditions, filters),
  period: period === DEFAULT_PERIOD ? undefined : period,
  from,
  to,
  show: show === 'all' ? 'all' : undefined,
  sort: sort === null ? undefined : textOfSort(sort),
  hide: textOfNames(hide),
  order: textOfNames(order),
  view: saved === null ? undefined : String(saved),
});
