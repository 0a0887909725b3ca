import { failureOf } from '../../machines/failure.ts';
import { DEFAULT_ROLE, PERMISSION_KEYS, type Level, type Lists, type PermissionKey, type Profile, type Role, type Selection } from '../../machines/startup.ts';
import type { Ask } from '../gateway/client.ts';
import { MeDocument, MyPermissionsDocument, RefreshTokensDocument, SignInDocument, SignOutDocument, StartupListsDocument } from '../../graphql/generated/graphql.ts';
import type { Authority, Grant } from './tokens.ts';

/** An answer that came without what was asked for is a fault of the server. */
const given = <Value>(value: Value | null | undefined): Value => {
  if (value === null || value === undefined) throw failureOf(undefined);
  return value;
};

type LooseGrant = { readonly access?: string | null; readonly refresh?: string | null; readonly lifetime?: number | null } | null | undefined;
const grantOf = (grant: LooseGrant): Grant => {
  const { access, refresh, lifetime } = given(grant);
  return { access: given(access), refresh: given(refresh), lifetime: given(lifetime) };
};

/** The calls about tokens, over the gateway that needs none. */
export const createAuthority = (ask: Ask): Authority => ({
  signIn: async ({ company, email, password, autoLogin }, signal) =>
    grantOf((await ask(SignInDocument, { input: { company_id: company, email, password, auto_login: autoLogin } }, signal)).saved),
  refresh: async (refresh, signal) => grantOf((await ask(RefreshTokensDocument, { input: { refresh } }, signal)).saved),
  signOut: (refresh, signal) => ask(SignOutDocument, { input: { refresh } }, signal),
});

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

const levelOf = (level: unknown): Level => (level === 'read' || level === 'write' ? level : 'none');

/** A level that is missing or unknown is none. */
export const roleOf = async (ask: Ask, signal: AbortSignal): Promise<Role> => {
  const role = given((await ask(MyPermissionsDocument, {}, signal)).one);
  const levels: Readonly<Partial<Record<PermissionKey, unknown>>> = role.permissions ?? {};
  return {
    name: role.role_name ?? DEFAULT_ROLE.name,
    code: role.role_code ?? DEFAULT_ROLE.code,
    permissions: Object.fromEntries(PERMISSION_KEYS.map(key => [key, levelOf(levels[key])])) as Role['permissions'],
  };
};

type Entries = { readonly results?: readonly ({ readonly id?: number | null; readonly title?: string | null } | null)[] | null } | null | undefined;
const selectionsOf = (page: Entries): readonly Selection[] =>
  (given(page).results ?? []).flatMap(entry => (entry ? [{ id: given(entry.id), title: entry.title ?? '' }] : []));

/** The eight start-up lists in one request. */
export const listsOf = async (ask: Ask, signal: AbortSignal): Promise<Lists> => {
  const lists = await ask(StartupListsDocument, {}, signal);
  return {
    agency: selectionsOf(lists.agency),
    product: selectionsOf(lists.product),
    ad: selectionsOf(lists.ad),
    redirect: selectionsOf(lists.redirect),
    asp: selectionsOf(lists.asp),
    cvSetting: selectionsOf(lists.cvSetting),
    adCategory: selectionsOf(lists.adCategory),
    adType: selectionsOf(lists.adType),
  };
};
