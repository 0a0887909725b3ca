import { useMemo } from 'react';
import type { Axis } from '../../../analyses/axes.ts';
import { isPartial, type EntryIds, type SignedInData } from '../../../../machines/signed-in-data.ts';
import type { ListName } from '../../../../machines/startup.ts';
import { useSignedInData } from '../../../console/context.ts';
import { useTitlesOf } from '../../../console/entries.ts';
import type { Translate } from './figures.ts';

/** The lists whose entries are the rows of an axis. */
const LIST_OF_AXIS: Readonly<Partial<Record<Axis, ListName>>> = {
  ad: 'ad',
  category: 'adCategory',
  type1: 'adType',
  type2: 'adType',
  type3: 'adType',
  network: 'asp',
  agency: 'agency',
};

/** A row of a report, or a step of its paths. */
interface NamedRow {
  readonly key: string;
  readonly label: string;
  /** 1: a row inside another one. */
  readonly level?: number | null;
}

interface RowAxes {
  readonly axis: Axis;
  readonly by: Axis | null;
}

/** The entry that a row has the figures of; null: the row is a word, or belongs to no entry. */
const entryOf = (
  { key, level }: NamedRow,
  { axis, by }: RowAxes,
): { readonly list: ListName; readonly id: number } | null => {
  const list = LIST_OF_AXIS[level === 1 && by !== null ? by : axis];
  const own = /^(?:[^/~]*\/)?([1-9]\d*)(?:~|$)/.exec(key)?.[1];
  return list === undefined || own === undefined ? null : { list, id: Number(own) };
};

/** Ids of entries by list, each list read once: a report may have thousands of rows. */
const idSets = (lists: Partial<SignedInData['lists']>): ((list: ListName) => ReadonlySet<number>) => {
  const sets = new Map<ListName, ReadonlySet<number>>();
  return list => {
    const found = sets.get(list) ?? new Set(lists[list]?.map(({ id }) => id));
    sets.set(list, found);
    return found;
  };
};

/**
 * The entries of a report's rows that their list lacks: deleted ones, and new ones. Those of a list that was loaded in
 * part are left out, as they may be thousands.
 */
export const unlistedEntries = (rows: readonly NamedRow[], axes: RowAxes, known: SignedInData): EntryIds => {
  const listed = idSets(known.lists);
  const ids = new Map<ListName, Set<number>>();
  for (const row of rows) {
    const entry = entryOf(row, axes);
    if (entry === null || isPartial(known, entry.list) || listed(entry.list).has(entry.id)) continue;
    ids.set(entry.list, (ids.get(entry.list) ?? new Set()).add(entry.id));
  }
  return Object.fromEntries([...ids].map(([list, found]) => [list, [...found]]));
};

/**
 * The rows, with those of deleted entries marked before their names, whose ends are cut off in narrow columns. A restored
 * entry is in both lists.
 */
export const marked = <Row extends NamedRow>(
  rows: readonly Row[],
  axes: RowAxes,
  { lists, deleted }: Pick<SignedInData, 'lists' | 'deleted'>,
  translate: Translate,
): readonly Row[] => {
  const [isListed, isDeleted] = [idSets(lists), idSets(deleted)];
  return rows.map(row => {
    const entry = entryOf(row, axes);
    return entry !== null && isDeleted(entry.list).has(entry.id) && !isListed(entry.list).has(entry.id)
      ? { ...row, label: translate('report.deleted_row', { title: row.label }) }
      : row;
  });
};

/** The rows of a report, in which those of deleted ads, networks, categories and the like are marked. */
export const useMarked = <Row extends NamedRow>(
  rows: readonly Row[] | null,
  { axis, by }: RowAxes,
  translate: Translate,
): readonly Row[] | null => {
  const known = useSignedInData();
  useTitlesOf(
    useMemo(() => (rows === null ? {} : unlistedEntries(rows, { axis, by }, known)), [rows, axis, by, known]),
  );
  return useMemo(
    () => (rows === null ? null : marked(rows, { axis, by }, known, translate)),
    [rows, axis, by, known, translate],
  );
};
