import { readPeriod, type PeriodSearch } from '../period.ts';
import type { RawSearch } from '../../console/address.ts';
import type { Board } from '../../resources/board.ts';
import {
  isCondition,
  readConditions,
  writeConditions,
  type AnyFilter,
  type Condition,
} from '../../resources/filter.ts';

/** The question in a board's address. */
export interface BoardSearch extends PeriodSearch {
  /** A tab's id; null: all. */
  readonly tab: string | null;
  readonly conditions: readonly Condition[];
  readonly search: string;
  /** It is about a few rows that are named: neither days nor states were asked for. */
  readonly pinned: boolean;
  /** The row whose details are open. */
  readonly open: number | null;
}

const ALL = 'all';
type Shape = Pick<Board<object, never>, 'pins' | 'tabs'> & { readonly filters: readonly AnyFilter[] };

/** What is absent or wrong is the default. */
export const readBoardSearch = (raw: RawSearch, { pins, tabs, filters }: Shape): BoardSearch => {
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
    ...readPeriod(raw, '30'),
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

/** The changes to the address that put conditions. Those that pin rows stand under their own names. */
export const writeBoardConditions = (
  conditions: readonly Condition[],
  { pins }: Pick<Shape, 'pins'>,
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
  { tabs }: Pick<Shape, 'tabs'>,
  pinned: boolean,
): string | undefined => (tab === (pinned ? null : tabs.first) ? undefined : (tab ?? ALL));

/** A board's filters as one text of the API: its tab's, and the conditions. */
export const whereOf = (
  { tab, conditions }: Pick<BoardSearch, 'tab' | 'conditions'>,
  { tabs }: Pick<Shape, 'tabs'>,
): string =>
  [tabs.of.find(({ id }) => id === tab)?.where ?? '', writeConditions(conditions)]
    .filter(text => text !== '')
    .join('&');
