import type { Renewed, Stale } from '../../machines/signed-in-data.ts';
import {
  DEFAULT_ROLE,
  LIST_NAMES,
  PERMISSION_KEYS,
  type AnalysisSetting,
  type Level,
  type ListName,
  type LoadedLists,
  type PermissionKey,
  type Profile,
  type Role,
  type Selection,
  type StoredColumnChoice,
} from '../../machines/startup.ts';
import type { Execute } from '../gateway/client.ts';
import { MeDocument, MyPermissionsDocument, StartupListsDocument } from '../../graphql/generated/graphql.ts';
import { requireValue } from './required-answer.ts';

export const profileOf = async (execute: Execute, signal: AbortSignal): Promise<Profile> => {
  const me = requireValue((await execute(MeDocument, {}, signal)).one);
  const agency = me.agency;
  return {
    id: requireValue(me.id),
    name: requireValue(me.name),
    email: requireValue(me.email),
    roleName: requireValue(me.role_name),
    roleCode: requireValue(me.role_code),
    companyId: requireValue(me.company_id),
    companyName: requireValue(me.company_name),
    agency: agency ? { id: requireValue(agency.id), name: requireValue(agency.name) } : null,
    lacksSecondFactor: me.second_factor_missing,
  };
};

const baseOf = (base: unknown): Role['base'] =>
  base === 'admin' || base === 'user' || base === 'agency' ? base : null;
const levelOf = (level: unknown): Level => (level === 'read' || level === 'write' ? level : 'none');

/** Loads the user's role. Missing and unknown levels become `none`. */
export const roleOf = async (execute: Execute, signal: AbortSignal): Promise<Role> => {
  const role = requireValue((await execute(MyPermissionsDocument, {}, signal)).one);
  const levels: Readonly<Partial<Record<PermissionKey, unknown>>> = role.permissions ?? {};
  return {
    name: role.role_name ?? DEFAULT_ROLE.name,
    code: role.role_code ?? DEFAULT_ROLE.code,
    base: baseOf(role.base),
    permissions: Object.fromEntries(
      PERMISSION_KEYS.map(key => [key, levelOf(levels[key])]),
    ) as Role['permissions'],
  };
};

type Names = readonly (string | null)[] | null;
interface Setting {
  readonly analyze_page?: string | null;
  readonly name?: string | null;
  readonly metrics?: Names;
  readonly axes?: Names;
  readonly hidden_metrics?: Names;
  readonly chart?: string | null;
}
interface Columns {
  readonly hidden?: Names;
  readonly order?: Names;
  readonly pinned?: string | null;
  readonly last_used_at?: string | null;
}
interface Entry extends Setting, Columns {
  readonly id?: number | null;
  readonly label?: string | null;
  readonly product_id?: number | null;
  readonly sequence?: number | null;
  readonly base?: string | null;
  readonly week_start?: number | null;
}
const namesOf = (names: Names | undefined): readonly string[] => (names ?? []).filter(name => name !== null);
const analysisOf = ({
  analyze_page: page,
  name,
  metrics,
  axes,
  hidden_metrics: hidden,
  chart,
}: Setting): AnalysisSetting | null =>
  typeof page === 'string'
    ? {
        page,
        name: name ?? '',
        metrics: namesOf(metrics),
        axes: namesOf(axes),
        hidden: namesOf(hidden),
        chart: chart ?? 'none',
      }
    : null;
/** Null for an entry of another list. */
const columnsOf = ({ hidden, order, pinned, last_used_at: usedAt }: Columns): StoredColumnChoice | null =>
  typeof usedAt === 'string'
    ? {
        hidden: hidden ? namesOf(hidden) : null,
        order: order ? namesOf(order) : null,
        pinned: pinned ?? null,
        lastUsedAt: Date.parse(usedAt),
      }
    : null;
type Entries =
  | { readonly count?: number | null; readonly results?: readonly (Entry | null)[] | null }
  | null
  | undefined;
export const selectionsOf = (page: Entries): readonly Selection[] =>
  (requireValue(page).results ?? []).flatMap(entry => {
    if (entry === null) return [];
    const base = baseOf(entry.base);
    const analysis = analysisOf(entry);
    const columns = columnsOf(entry);
    return [
      {
        id: requireValue(entry.id),
        title: entry.label ?? '',
        ...(typeof entry.product_id === 'number' && { product: entry.product_id }),
        ...(typeof entry.sequence === 'number' && { group: entry.sequence }),
        ...(base !== null && { base }),
        ...(entry.week_start === 1 && { weekStart: 1 as const }),
        ...(analysis !== null && { analysis }),
        ...(columns !== null && { columns }),
      },
    ];
  });

/** Number of entries on the server; column choices are always complete and have no count. */
export const totalOf = (page: Entries): number =>
  requireValue(page).count ?? requireValue(page).results?.length ?? 0;

/** Maximum page size of the server. */
export const MAX_PAGE_SIZE = 9999;
/**
 * Lists that determine what a screen shows, so all their pages are loaded. Other lists are loaded up to their
 * first page and then searched on the server.
 */
const COMPLETE_LISTS: ReadonlySet<ListName> = new Set(['product', 'role', 'analysis']);
type Wanted = Record<ListName, boolean>;
const wantedOf = (names: readonly ListName[]): Wanted =>
  Object.fromEntries(LIST_NAMES.map(name => [name, names.includes(name)])) as Wanted;

/** Loads one page of start-up lists in one request, then the other pages of lists that must be complete. */
export const listsOf = async <Name extends ListName>(
  execute: Execute,
  names: readonly Name[],
  signal: AbortSignal,
  page = 1,
): Promise<LoadedLists<Name>> => {
  const answer = await execute(
    StartupListsDocument,
    { ...wantedOf(names), page, page_size: MAX_PAGE_SIZE },
    signal,
  );
  const lists = Object.fromEntries(names.map(name => [name, selectionsOf(answer[name])])) as Record<
    Name,
    readonly Selection[]
  >;
  const totals = Object.fromEntries(names.map(name => [name, totalOf(answer[name])]));
  const unfinished = names.filter(name => COMPLETE_LISTS.has(name) && page * MAX_PAGE_SIZE < totals[name]!);
  if (unfinished.length > 0) {
    const rest = (await listsOf(execute, unfinished, signal, page + 1)).lists;
    for (const name of unfinished) lists[name] = [...lists[name], ...rest[name]];
  }
  return { lists, totals };
};

/** Loads stale profile, role, lists and entries again. */
export const renewedOf = async (execute: Execute, stale: Stale, signal: AbortSignal): Promise<Renewed> => {
  const selfOf = async () => {
    const [profile, role] = await Promise.all([profileOf(execute, signal), roleOf(execute, signal)]);
    return { profile, role };
  };
  // The code is loaded on demand, as most lists have every entry that is shown. Not within the list of `Promise.all`:
  // until it has loaded, nothing would handle a failure of the other requests.
  const entriesOf = async () =>
    (await import('./entry-search.ts')).loadEntries(execute, stale.entries, signal);
  const [self, { lists, totals }, { entries, deleted }] = await Promise.all([
    stale.self ? selfOf() : null,
    stale.lists.length > 0 ? listsOf(execute, stale.lists, signal) : { lists: {}, totals: {} },
    Object.keys(stale.entries).length > 0 ? entriesOf() : { entries: {}, deleted: {} },
  ]);
  return { self, lists, totals, entries, deleted };
};
