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
  /** The company requires a second factor that the user has not set up: nothing else can be loaded. */
  readonly lacksSecondFactor: boolean;
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
   * The one of three kinds that a role is based on, which decides everything except the permissions; null: unknown,
   * without the rights of any kind.
   */
  readonly base: 'admin' | 'user' | 'agency' | null;
  readonly permissions: Readonly<Record<PermissionKey, Level>>;
}

/** Setting of an analysis page: its hidden metrics, and for a custom analysis its name and its parts. */
export interface AnalysisSetting {
  readonly page: string;
  readonly name: string;
  readonly metrics: readonly string[];
  readonly axes: readonly string[];
  readonly hidden: readonly string[];
  readonly chart: string;
}

/** A user's column choice for a screen; null: the default of the screen. */
export interface ColumnChoice {
  readonly hidden: readonly string[] | null;
  readonly order: readonly string[] | null;
  /** The last pinned column. */
  readonly pinned: string | null;
}
export interface StoredColumnChoice extends ColumnChoice {
  /** Time in ms since 1970. */
  readonly lastUsedAt: number;
}

/** An entry of a start-up list. `title` is the label in selections. */
export interface Selection {
  readonly id: number;
  readonly title: string;
  /** Id of the product to which the entry belongs; absent: the entry belongs to the company. */
  readonly product?: number;
  /** Group within the kind: for an ad type, which of the three groupings. */
  readonly group?: number;
  /** For a role: the kind that it is based on. */
  readonly base?: NonNullable<Role['base']>;
  /** For a product, the first day of its weeks: 0 Sunday, 1 Monday. */
  readonly weekStart?: 0 | 1;
  readonly analysis?: AnalysisSetting;
  /** For a column choice, whose title is the name of its screen. */
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
/** Number of entries of each list on the server. A long list is sent partially, so the number may exceed those sent. */
export type Totals = Readonly<Partial<Record<ListName, number>>>;
export interface LoadedLists<Name extends ListName = ListName> {
  readonly lists: Pick<Lists, Name>;
  readonly totals: Totals;
}

/** Rights of a user whose role cannot be loaded: no permission (docs/decisions/0008-roles-and-visibility.md). */
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
 * Data that is loaded before the first screen.
 *
 *     loadingProfile ──loaded──▶ loadingLists { role{loading ▶ loaded} ∥ lists{loading ▶ loaded} } ──both──▶ ready
 *     loadingProfile ──loaded[without the required second factor]──▶ ready, with nothing else loaded
 *     any loading ──failure──▶ failed ──retry──▶ loadingProfile
 *
 * A role that cannot be loaded is replaced by the role "default" without permissions. All lists come from one port, and
 * a missing list fails the start-up, because a selection without its entries would look empty.
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
  guards: { lacksSecondFactor: (_, profile: Profile) => profile.lacksSecondFactor },
  actions: {
    setProfile: assign((_, profile: Profile) => ({ profile, failure: null })),
    setFailure: assign((_, failure: Failure) => ({ failure })),
  },
}).createMachine({
  id: 'startup',
  context: { profile: null, role: DEFAULT_ROLE, lists: NO_LISTS, totals: {}, failure: null },
  initial: 'loadingProfile',
  states: {
    loadingProfile: {
      tags: 'busy',
      invoke: {
        src: 'profile',
        onDone: [
          {
            guard: { type: 'lacksSecondFactor', params: ({ event }) => event.output },
            target: 'ready',
            actions: { type: 'setProfile', params: ({ event }) => event.output },
          },
          { target: 'loadingLists', actions: { type: 'setProfile', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'setFailure', params: ({ event }) => failureOf(event.error) },
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
                onDone: { target: 'loaded', actions: assign({ role: ({ event }) => event.output }) },
                onError: { target: 'loaded', actions: assign({ role: DEFAULT_ROLE }) },
              },
            },
            loaded: { type: 'final' },
          },
        },
        lists: {
          initial: 'loading',
          states: {
            loading: {
              invoke: {
                src: 'lists',
                onDone: {
                  target: 'loaded',
                  actions: assign(({ event }) => ({
                    lists: event.output.lists,
                    totals: event.output.totals,
                  })),
                },
                onError: {
                  target: '#startup.failed',
                  actions: { type: 'setFailure', params: ({ event }) => failureOf(event.error) },
                },
              },
            },
            loaded: { type: 'final' },
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
