import type { Renewed, Stale } from '../../machines/known.ts';
import { DEFAULT_ROLE, LIST_NAMES, PERMISSION_KEYS, type AnalysisSetting, type Level, type ListName, type Lists, type PermissionKey, type Profile, type Role, type Selection } from '../../machines/startup.ts';
import type { Ask } from '../gateway/client.ts';
import { MeDocument, MyPermissionsDocument, StartupListsDocument } from '../../graphql/generated/graphql.ts';
import { given } from './given.ts';

export const profileOf = async (ask: Ask, signal: AbortSignal): Promise<Profile> => {
  const me = given((await ask(MeDocument, {}, signal)).one);
  const agency = me.agency;
  return {
    id: given(me.id),
    name: given(me.name),
    email: given(me.email),
    roleName: given(me.role_name),
    roleCode: given(me.role_code),
    companyId: given(me.company_id),
    companyName: given(me.company_name),
    agency: agency ? { id: given(agency.id), name: given(agency.name) } : null,
  };
};

const baseOf = (base: unknown): Role['base'] => (base === 'admin' || base === 'user' || base === 'agency' ? base : null);
const levelOf = (level: unknown): Level => (level === 'read' || level === 'write' ? level : 'none');

/** A level that is missing or unknown is none, and so is what a role starts from. */
export const roleOf = async (ask: Ask, signal: AbortSignal): Promise<Role> => {
  const role = given((await ask(MyPermissionsDocument, {}, signal)).one);
  const levels: Readonly<Partial<Record<PermissionKey, unknown>>> = role.permissions ?? {};
  return {
    name: role.role_name ?? DEFAULT_ROLE.name,
    code: role.role_code ?? DEFAULT_ROLE.code,
    base: baseOf(role.base),
    permissions: Object.fromEntries(PERMISSION_KEYS.map(key => [key, levelOf(levels[key])])) as Role['permissions'],
  };
};

type Names = readonly (string | null)[] | null;
interface Setting { readonly analyze_page?: string | null; readonly name?: string | null; readonly metrics?: Names; readonly axes?: Names; readonly hidden_metrics?: Names; readonly chart?: string | null }
interface Entry extends Setting { readonly id?: number | null; readonly label?: string | null; readonly product_id?: number | null; readonly sequence?: number | null; readonly base?: string | null }
const namesOf = (names: Names | undefined): readonly string[] => (names ?? []).filter(name => name !== null);
const analysisOf = ({ analyze_page: page, name, metrics, axes, hidden_metrics: hidden, chart }: Setting): AnalysisSetting | null =>
  (typeof page === 'string' ? { page, name: name ?? '', metrics: namesOf(metrics), axes: namesOf(axes), hidden: namesOf(hidden), chart: chart ?? 'none' } : null);
type Entries = { readonly results?: readonly (Entry | null)[] | null } | null | undefined;
const selectionsOf = (page: Entries): readonly Selection[] => (given(page).results ?? []).flatMap(entry => {
  if (entry === null) return [];
  const base = baseOf(entry.base);
  const analysis = analysisOf(entry);
  return [{
    id: given(entry.id), title: entry.label ?? '',
    ...(typeof entry.product_id === 'number' && { product: entry.product_id }), ...(typeof entry.sequence === 'number' && { group: entry.sequence }), ...(base !== null && { base }), ...(analysis !== null && { analysis }),
  }];
});

/** Start-up lists, in one request. */
export const listsOf = async <Name extends ListName>(ask: Ask, names: readonly Name[], signal: AbortSignal): Promise<Pick<Lists, Name>> => {
  const wanted = Object.fromEntries(LIST_NAMES.map(name => [name, names.some(one => one === name)])) as Record<ListName, boolean>;
  const lists = await ask(StartupListsDocument, wanted, signal);
  return Object.fromEntries(names.map(name => [name, selectionsOf(lists[name])])) as Pick<Lists, Name>;
};

/** What went stale, asked again. */
export const renewedOf = async (ask: Ask, stale: Stale, signal: AbortSignal): Promise<Renewed> => {
  const selfOf = async () => {
    const [profile, role] = await Promise.all([profileOf(ask, signal), roleOf(ask, signal)]);
    return { profile, role };
  };
  const [self, lists] = await Promise.all([stale.self ? selfOf() : null, stale.lists.length > 0 ? listsOf(ask, stale.lists, signal) : {}]);
  return { self, lists };
};
