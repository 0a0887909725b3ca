import type { ListName, Lists, Profile, Role, Totals } from './startup.ts';

/** Ids of entries by list. */
export type EntryIds = Readonly<Partial<Record<ListName, readonly number[]>>>;
export const namesIn = (lists: Partial<Record<ListName, unknown>>): readonly ListName[] =>
  Object.keys(lists) as ListName[];

/** Data about the signed-in user after start-up. */
export interface SignedInData {
  readonly profile: Profile;
  readonly role: Role;
  readonly lists: Lists;
  readonly totals: Totals;
  /** Ids that were looked up because a list lacks them: it is partial, or loaded before they were made. */
  readonly lookedUp: EntryIds;
  /** Looked-up entries that were deleted: they are named, and cannot be chosen. A restored one is in its list, too. */
  readonly deleted: Partial<Lists>;
}

/** Stored data to load again: the profile and role, start-up lists, and single entries. */
export interface Stale {
  readonly self: boolean;
  readonly lists: readonly ListName[];
  readonly entries: EntryIds;
}
/** The reloaded data; null for data that was not requested. */
export interface Renewed {
  readonly self: { readonly profile: Profile; readonly role: Role } | null;
  readonly lists: Partial<Lists>;
  readonly totals: Totals;
  /** The requested entries that exist. */
  readonly entries: Partial<Lists>;
  /** The requested entries that are deleted. */
  readonly deleted: Partial<Lists>;
}

export const FRESH: Stale = { self: false, lists: [], entries: {} };
/** Delay in ms before a failed load is repeated. */
export const RELOAD_DELAY_MS = 10_000;

/** Whether the server has more entries of a list than are loaded. */
export const isPartial = (
  { lists, totals }: Pick<SignedInData, 'lists' | 'totals'>,
  list: ListName,
): boolean => (totals[list] ?? 0) > lists[list].length;

/** @returns the ids that a list lacks and that were not looked up yet */
export const idsToLookUp = (
  data: SignedInData,
  list: ListName,
  ids: readonly number[],
): readonly number[] => {
  const lookedUp = data.lookedUp[list] ?? [];
  return ids.filter(id => !lookedUp.includes(id) && !data.lists[list].some(entry => entry.id === id));
};

const mergeIds = (...parts: readonly EntryIds[]): EntryIds => {
  const merged: Partial<Record<ListName, readonly number[]>> = {};
  for (const part of parts)
    for (const name of namesIn(part))
      merged[name] = [...new Set([...(merged[name] ?? []), ...(part[name] ?? [])])];
  return merged;
};

/** Adds stale data to the data to reload. @param lookedUp ids to look up again with their list */
export const markStale = (
  stale: Stale,
  { self = false, lists = [], entries = {} }: Partial<Stale>,
  lookedUp: EntryIds = {},
): Stale => ({
  self: stale.self || self,
  lists: [...new Set([...stale.lists, ...lists])],
  entries: mergeIds(
    stale.entries,
    entries,
    Object.fromEntries(
      namesIn(lookedUp)
        .filter(name => lists.includes(name))
        .map(name => [name, lookedUp[name]]),
    ),
  ),
});

/** Adds entries to lists. An added entry replaces the one with its id. */
const mergeEntries = <L extends Partial<Lists>>(lists: L, added: Partial<Lists>): L => ({
  ...lists,
  ...Object.fromEntries(
    namesIn(added).map(name => [
      name,
      [...new Map([...(lists[name] ?? []), ...(added[name] ?? [])].map(entry => [entry.id, entry])).values()],
    ]),
  ),
});

/** Merges reloaded data into the stored data. @param requested ids of the requested entries */
export const mergeRenewed = (
  data: SignedInData,
  { self, lists, totals, entries, deleted }: Renewed,
  requested: EntryIds,
): SignedInData => ({
  ...data,
  ...self,
  lists: mergeEntries({ ...data.lists, ...lists }, entries),
  totals: { ...data.totals, ...totals },
  lookedUp: mergeIds(data.lookedUp, requested),
  deleted: mergeEntries(data.deleted, deleted),
});

/**
 * Whether the role's base or the agency changed: other rows are then visible, so the start-up lists must be reloaded.
 */
export const isVisibilityChanged = (data: SignedInData | null, { self }: Renewed): boolean =>
  self !== null &&
  data !== null &&
  (self.role.base !== data.role.base || self.profile.agency?.id !== data.profile.agency?.id);
