import type { RawSearch } from '../../console/address.ts';
import {
  isCondition,
  readConditions,
  writeConditions,
  type AnyFilter,
  type Condition,
} from '../../resources/filter.ts';
import { readTable, writeTable, type TableSearch } from '../list/view.ts';
import { readPeriod, type PeriodSearch } from '../period.ts';

/** Query of a log and presentation of its columns, as in the address. */
export interface LogSearch extends PeriodSearch, TableSearch {
  readonly show: 'counted' | 'all';
  readonly conditions: readonly Condition[];
}

/** Properties of a log by which its addresses are parsed. */
export interface LogShape {
  readonly filters: readonly AnyFilter[];
  readonly columns: readonly string[];
  readonly sortable: readonly string[];
}

const DEFAULT_PERIOD = '7';
/** Alternative parameter names in addresses, which links of reports use. */
const OTHER_NAMES: Readonly<Record<string, string>> = { ad_id: 'ad' };

/** Conditions that links write as parameters of their own: `?visitor_id=1`. */
const conditionsByField = (raw: RawSearch, filters: readonly AnyFilter[]): Condition[] =>
  filters.flatMap(filter => {
    const condition: Condition = {
      field: filter.field,
      op: 'exact',
      value: raw[filter.field] ?? raw[OTHER_NAMES[filter.field] ?? ''] ?? '',
    };
    return isCondition(filter, condition) ? [condition] : [];
  });

/** Parses the parameters of a log address; absent and invalid values get their default. */
export const readLogSearch = (raw: RawSearch, shape: LogShape): LogSearch => {
  const { filters } = shape;
  const written = readConditions(raw['f'] ?? '', filters);
  const byField = conditionsByField(raw, filters).filter(
    one => !written.some(({ field, op }) => field === one.field && op === one.op),
  );
  return {
    ...readPeriod(raw, DEFAULT_PERIOD),
    show: raw['show'] === 'all' ? 'all' : 'counted',
    conditions: [...byField, ...written],
    ...readTable(raw, shape),
  };
};

/** Changes of the address that set conditions. */
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

/** Parameters of a log address; undefined for defaults, which the address omits. */
export const writeLogSearch = (
  { period, from, to, show, conditions, ...table }: LogSearch,
  { filters }: Pick<LogShape, 'filters'>,
): Readonly<Record<string, string | undefined>> => ({
  ...writeLogConditions(conditions, filters),
  period: period === DEFAULT_PERIOD ? undefined : period,
  from,
  to,
  show: show === 'all' ? 'all' : undefined,
  ...writeTable(table),
});
