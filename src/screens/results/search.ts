import { readPeriod, type PeriodSearch } from '../period.ts';
import type { RawSearch } from '../../console/address.ts';
import type { Board } from '../../resources/board.ts';
import {
  appliedConditions,
  isCondition,
  readConditions,
  writeConditions,
  type AnyFilter,
  type Condition,
} from '../../resources/filter.ts';
import { readTable, writeTable, type TableSearch } from '../list/view.ts';

/** Query of a board, as in its address. */
export interface BoardSearch extends PeriodSearch, TableSearch {
  /** Id of the selected state; null: all. */
  readonly tab: string | null;
  readonly conditions: readonly Condition[];
  readonly search: string;
  /** The query identifies single rows, so it has neither period nor state. */
  readonly pinned: boolean;
  /** Id of the row whose details are open. */
  readonly open: number | null;
}

const ALL = 'all';
const DEFAULT_PERIOD = '30';
/** Properties of a board by which its addresses are parsed. */
export type BoardShape = Pick<Board<object, never>, 'pins' | 'tabs' | 'sorted'> & {
  readonly columns: readonly { readonly field: string }[];
  readonly filters: readonly AnyFilter[];
};

/** Parses the parameters of a board address; absent and invalid values get their default. */
export const readBoardSearch = (
  raw: RawSearch,
  { pins, tabs, filters, columns, sorted = [] }: BoardShape,
): BoardSearch => {
  const pinned = (pins as readonly string[]).flatMap((field): Condition[] => {
    const condition: Condition = { field, op: 'exact', value: raw[field] ?? '' };
    return isCondition(
      filters.find(filter => filter.field === field),
      condition,
    )
      ? [condition]
      : [];
  });
  const status = raw['status'];
  return {
    ...readPeriod(raw, DEFAULT_PERIOD),
    ...readTable(raw, { columns: columns.map(({ field }) => field), sortable: sorted }),
    tab:
      status === ALL
        ? null
        : (tabs.of.find(({ id }) => id === status)?.id ?? (pinned.length > 0 ? null : tabs.first)),
    conditions: [...pinned, ...readConditions(raw['f'] ?? '', filters)],
    search: raw['q'] ?? '',
    pinned: pinned.length > 0,
    open: /^[1-9]\d{0,15}$/.test(raw['open'] ?? '') ? Number(raw['open']) : null,
  };
};

/**
 * Changes of the address that set conditions. Conditions that identify single rows have parameters of their
 * own.
 */
export const writeBoardConditions = (
  conditions: readonly Condition[],
  { pins }: Pick<BoardShape, 'pins'>,
): Readonly<Record<string, string | undefined>> => {
  const isPin = ({ field, op }: Condition): boolean =>
    op === 'exact' && (pins as readonly string[]).includes(field);
  const others = conditions.filter(condition => !isPin(condition));
  return {
    ...Object.fromEntries(
      (pins as readonly string[]).map(field => [
        field,
        conditions.find(condition => isPin(condition) && condition.field === field)?.value,
      ]),
    ),
    f: others.length === 0 ? undefined : writeConditions(others),
  };
};

export const writeTab = (
  tab: string | null,
  { tabs }: Pick<BoardShape, 'tabs'>,
  pinned: boolean,
): string | undefined => (tab === (pinned ? null : tabs.first) ? undefined : (tab ?? ALL));

/**
 * Parameters of a board address without open details; undefined for defaults, which the address omits.
 */
export const writeBoardSearch = (
  { period, from, to, tab, conditions, search, pinned, open: _open, ...table }: BoardSearch,
  shape: Pick<BoardShape, 'pins' | 'tabs'>,
): Readonly<Record<string, string | undefined>> => ({
  ...writeBoardConditions(conditions, shape),
  period: period === DEFAULT_PERIOD ? undefined : period,
  from,
  to,
  status: writeTab(tab, shape, pinned),
  q: search === '' ? undefined : search,
  open: undefined,
  ...writeTable(table),
});

/** Conditions of a board in the API's `where` syntax: that of the selected state, and the others. */
export const whereOf = (
  { tab, conditions }: Pick<BoardSearch, 'tab' | 'conditions'>,
  { tabs }: Pick<BoardShape, 'tabs'>,
): string =>
  [tabs.of.find(({ id }) => id === tab)?.where ?? '', writeConditions(appliedConditions(conditions))]
    .filter(text => text !== '')
    .join('&');
