import type { ListName, Lists, Profile, Role } from './startup.ts';

/** What is known about the signed-in user once the start-up is through. */
export interface Known {
  readonly profile: Profile;
  readonly role: Role;
  readonly lists: Lists;
}

/** What of the known is to be asked again: who one is and what one may, and start-up lists. */
export interface Stale {
  readonly self: boolean;
  readonly lists: readonly ListName[];
}
/** The answer to it: null for what was not asked. */
export interface Renewed {
  readonly self: { readonly profile: Profile; readonly role: Role } | null;
  readonly lists: Partial<Lists>;
}

export const FRESH: Stale = { self: false, lists: [] };
/** How long to wait before asking again for what could not be had. */
export const RENEWED_AGAIN_AFTER = 10_000;

/** What is stale once more has gone stale. */
export const spoilt = (stale: Stale, gone: Partial<Stale>): Stale => ({ self: stale.self || gone.self === true, lists: [...new Set([...stale.lists, ...gone.lists ?? []])] });

/** What is known with the news in it. */
export const withNews = (known: Known, { self, lists }: Renewed): Known => ({ ...known, ...self, lists: { ...known.lists, ...lists } });

/** Somebody of another kind or agency sees other rows: his lists are others too. */
export const isLimitedOtherwise = (known: Known | null, { self }: Renewed): boolean =>
  self !== null && known !== null && (self.role.base !== known.role.base || self.profile.agency?.id !== known.profile.agency?.id);
