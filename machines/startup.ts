import { assign, setup } from 'xstate';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

export interface Profile {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly roleName: string;
  readonly roleCode: string;
  readonly companyId: number;
  readonly companyName: string;
  readonly agency: { readonly id: number; readonly name: string } | null;
}

export type Level = 'none' | 'read' | 'write';
export const PERMISSION_KEYS = [
  'access_log',
  'interaction_log',
  'cv_log',
  'result_notification_log',
  'result_queue',
  'cv_approval',
] as const;
export type PermissionKey = (typeof PERMISSION_KEYS)[number];
export interface Role {
  readonly name: string;
  readonly code: string;
  /**
   * The one of the three kinds that a role is based on, which decides everything apart from the permissions;
   * null: unknown, so none of their rights.
   */
  readonly base: 'admin' | 'user' | 'agency' | null;
  readonly permissions: Readonly<Record<PermissionKey, Level>>;
}

/**
 * What a page of analysis is set to: what it hides at first, and of a custom one its name and what it is made
 * of.
 */
export interface AnalysisSetting {
  readonly page: string;
  readonly name: string;
  readonly metrics: readonly string[];
  readonly axes: readonly string[];
  readonly hidden: readonly string[];
  readonly chart: string;
}

/** What a user chose about the columns of a screen; null: the screen's own. */
export interface ColumnChoice {
  readonly hidden: readonly string[] | null;
  readonly order: readonly string[] | null;
  /** The last column that stays in view. */
  readonly pinned: string | null;
}
export interface StoredColumnChoice extends ColumnChoice {
  /** In milliseconds since 1970. */
  readonly lastUsedAt: number;
}

/** One choosable thing of a start-up list; `title` is what a list of choices shows. */
export interface Selection {
  readonly id: number;
  readonly title: string;
  /** The product that it belongs to; none: the company's. */
  readonly product?: number;
  /** Which of its kind's groups it is in: of an ad type, which of the three. */
  readonly group?: number;
  /** Of a role: which of the three kinds it starts from. */
  readonly base?: NonNullable<Role['base']>;
  readonly analysis?: AnalysisSetting;
  /** Of a column choice, whose title is the name of its screen. */
  readonly columns?: StoredColumnChoice;
}
export const LIST_NAMES = [
  'agency',
  'product',
  'ad',
  'redirect',
  'asp',
  'cvSetting',
  'adCategory',
  'adType',
  'role',
  'analysis',
  'columns',
] as const;
export type ListName = (typeof LIST_NAMES)[number];
export type Lists = Readonly<Record<ListName, readonly Selection[]>>;
/**
 * How many entries the server has of each list. A long list is sent in part: it then has more entries than
 * were sent.
 */
export type Totals = Readonly<Partial<Record<ListName, number>>>;
export interface LoadedLists<Name extends ListName = ListName> {
  readonly lists: Pick<Lists, Name>;
  readonly totals: Totals;
}

/**
 * The rights of a user whose role cannot be loaded: nothing that needs a permission
 * (docs/decisions/0008-roles-and-visibility.md).
 */
export const DEFAULT_ROLE: Role = {
  name: 'default',
  code: 'default',
  base: null,
  permissions: {
    access_log: 'none',
    interaction_log: 'none',
    cv_log: 'none',
    result_notification_log: 'none',
    result_queue: 'none',
    cv_approval: 'none',
  },
};

const NO_LISTS: Lists = {
  agency: [],
  product: [],
  ad: [],
  redirect: [],
  asp: [],
  cvSetting: [],
  adCategory: [],
  adType: [],
  role: [],
  analysis: [],
  columns: [],
};

/**
 * What must be known before the first screen.
 *
 *     loadingProfile ──known──▶ loadingLists { role{loading ▶ known} ∥ lists{loading ▶ known} } ──both──▶ ready
 *     any loading ──failure──▶ failed ──retry──▶ loadingProfile
 *
 * A role that cannot be had is no failure but the role "default", which may do nothing: the user keeps what
 * needs no
 * permission. The lists are one port, asked together; one that is missing makes the start fail, since a
 * choice
 * without its entries reads as "there are none".
 */
export const startupMachine = setup({
  types: {
    context: {} as {
      readonly profile: Profile | null;
      readonly role: Role;
      readonly lists: Lists;
      readonly totals: Totals;
      readonly failure: Failure | null;
    },
    events: {} as { readonly type: 'retry' },
    output: {} as {
      readonly profile: Profile;
      readonly role: Role;
      readonly lists: Lists;
      readonly totals: Totals;
    },
    tags: {} as 'busy',
  },
  actors: { profile: port<Profile>('profile'), role: port<Role>('role'), lists: port<LoadedLists>('lists') },
  actions: { blame: assign((_, failure: Failure) => ({ failure })) },
}).createMachine({
  id: 'startup',
  context: { profile: null, role: DEFAULT_ROLE, lists: NO_LISTS, totals: {}, failure: null },
  initial: 'loadingProfile',
  states: {
    loadingProfile: {
      tags: 'busy',
      invoke: {
        src: 'profile',
        onDone: {
          target: 'loadingLists',
          actions: assign({ profile: ({ event }) => event.output, failure: null }),
        },
        onError: {
          target: 'failed',
          actions: { type: 'blame', params: ({ event }) => failureOf(event.error) },
        },
      },
    },
    loadingLists: {
      tags: 'busy',
      type: 'parallel',
      onDone: 'ready',
      states: {
        role: {
          initial: 'loading',
          states: {
            loading: {
              invoke: {
                src: 'role',
                onDone: { target: 'known', actions: assign({ role: ({ event }) => event.output }) },
                onError: { target: 'known', actions: assign({ role: DEFAULT_ROLE }) },
              },
            },
            known: { type: 'final' },
          },
        },
        lists: {
          initial: 'loading',
          states: {
            loading: {
              invoke: {
                src: 'lists',
                onDone: {
                  target: 'known',
                  actions: assign(({ event }) => ({
                    lists: event.output.lists,
                    totals: event.output.totals,
                  })),
                },
                onError: {
                  target: '#startup.failed',
                  actions: { type: 'blame', params: ({ event }) => failureOf(event.error) },
                },
              },
            },
            known: { type: 'final' },
          },
        },
      },
    },
    failed: { on: { retry: 'loadingProfile' } },
    ready: { type: 'final' },
  },
  output: ({ context }) => {
    if (context.profile === null) throw new Error('startup ended without a profile');
    return { profile: context.profile, role: context.role, lists: context.lists, totals: context.totals };
  },
});
