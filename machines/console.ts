import { assign, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { bannerMachine } from './banner.ts';
import { appearanceMachine } from './appearance.ts';
import { failureOf, type Failure } from './failure.ts';
import {
  FRESH,
  isVisibilityChanged,
  RELOAD_DELAY_MS,
  markStale,
  mergeRenewed,
  type EntryIds,
  type SignedInData,
  type Renewed,
  type Stale,
} from './signed-in-data.ts';
import { languageMachine, type Locale, type Texts } from './language.ts';
import { port } from './port.ts';
import { sessionMachine } from './session.ts';
import { LIST_NAMES, startupMachine, type ListName, type Profile } from './startup.ts';

/**
 * Root machine of the console. Session, banner, chrome and language live as long as the console and do not know each
 * other; the states below follow the session.
 *
 *     restoring ──nobody──▶ signedOut ──active──▶ starting ──ready──▶ open
 *         └──────active──────────────────────────▲    └──failure──▶ failed ──retry──▶ starting
 *     starting ──ready[without the required second factor]──▶ enrolling ──secondFactor.enabled──▶ starting
 *     starting · failed · enrolling ──out──▶ signedOut
 *     open ──out[left]──▶ signedOut                               (the user chose to go)
 *     open ──out──▶ locked ──active──▶ identifying ──same user──▶ open,  ──another · failure──▶ starting
 *     locked · identifying ──out[left]──▶ signedOut
 *     open ──product.choose[visible]──▶ open
 *     open  { fresh ──self.changed · lists.changed──▶ renewing ──known──▶ fresh,  ──failure──▶ stale ──in 10 s──▶ renewing
 *             renewing · stale ──self.changed · lists.changed──▶ renewing  (afresh: for all that is stale)
 *             any ──entries.wanted──▶ renewing                             (single entries that a list lacks) }
 *
 * `locked` retains the loaded data and the work on the screen; signing in again only loads the profile. A different
 * user starts anew, without the notices of the previous one. Data that became stale before the lock is renewed after it.
 */
export const consoleMachine = setup({
  types: {
    input: {} as { readonly locale: Locale; readonly texts: Texts },
    context: {} as {
      readonly session: ActorRefFrom<typeof sessionMachine>;
      readonly banner: ActorRefFrom<typeof bannerMachine>;
      readonly appearance: ActorRefFrom<typeof appearanceMachine>;
      readonly language: ActorRefFrom<typeof languageMachine>;
      readonly data: SignedInData | null;
      readonly stale: Stale;
      /** The selected product; null before the first selection. */
      readonly product: number | null;
      readonly failure: Failure | null;
    },
    events: {} as
      | { readonly type: 'xstate.snapshot.session'; readonly snapshot: SnapshotFrom<typeof sessionMachine> }
      | { readonly type: 'product.choose'; readonly id: number }
      /** The signed-in user, the user's role or its permissions were changed. */
      | { readonly type: 'self.changed' }
      /** Rows of these start-up lists were created, changed or deleted. */
      | { readonly type: 'lists.changed'; readonly lists: readonly ListName[] }
      /** The screen shows ids that a partial list lacks. */
      | { readonly type: 'entries.wanted'; readonly entries: EntryIds }
      /** The user has set up the second factor that the company requires. */
      | { readonly type: 'secondFactor.enabled' }
      | { readonly type: 'retry' },
    children: {} as {
      session: 'session';
      banner: 'banner';
      appearance: 'appearance';
      language: 'language';
      startup: 'startup';
      identification: 'profile';
      renewal: 'renew';
    },
    tags: {} as 'busy' | 'signedIn',
  },
  actors: {
    session: sessionMachine,
    banner: bannerMachine,
    appearance: appearanceMachine,
    language: languageMachine,
    startup: startupMachine,
    profile: port<Profile>('profile'),
    renew: port<Renewed, Stale>('renew'),
  },
  delays: { retryDelay: RELOAD_DELAY_MS },
  guards: {
    isActive: (_, session: SnapshotFrom<typeof sessionMachine>) => session.matches('active'),
    isOut: (_, session: SnapshotFrom<typeof sessionMachine>) => session.hasTag('out'),
    hasLeft: (_, session: SnapshotFrom<typeof sessionMachine>) =>
      session.hasTag('out') && session.context.signedOutByChoice,
    lacksSecondFactor: (_, profile: Profile) => profile.lacksSecondFactor,
    isSame: ({ context }, profile: Profile) => context.data?.profile.id === profile.id,
    isVisible: ({ context }, id: number) =>
      context.data?.lists.product.some(product => product.id === id) ?? false,
    isStale: ({ context: { stale } }) =>
      stale.self || stale.lists.length > 0 || Object.keys(stale.entries).length > 0,
    isVisibilityChanged: ({ context }, renewed: Renewed) => isVisibilityChanged(context.data, renewed),
  },
  actions: {
    clearData: assign({ data: null, product: null, stale: FRESH }),
    clearNotices: sendTo(({ context }) => context.banner, { type: 'clear' }),
    markStale: assign(({ context: { stale, data } }, added: Partial<Stale>) => ({
      stale: markStale(stale, added, data?.lookedUp),
    })),
    /** Merges renewed data; deselects a product that the user can no longer see. */
    mergeRenewed: assign(({ context: { data, stale, product } }, renewed: Renewed) => {
      if (data === null) return {};
      const next = mergeRenewed(data, renewed, stale.entries);
      return { data: next, product: next.lists.product.some(({ id }) => id === product) ? product : null };
    }),
  },
}).createMachine({
  id: 'console',
  context: ({ input, spawn }) => ({
    session: spawn('session', { id: 'session', syncSnapshot: true }),
    banner: spawn('banner', { id: 'banner' }),
    appearance: spawn('appearance', { id: 'appearance' }),
    language: spawn('language', { id: 'language', input }),
    data: null,
    stale: FRESH,
    product: null,
    failure: null,
  }),
  initial: 'restoring',
  states: {
    restoring: {
      tags: 'busy',
      on: {
        'xstate.snapshot.session': [
          { guard: { type: 'isActive', params: ({ event }) => event.snapshot }, target: 'starting' },
          { guard: { type: 'isOut', params: ({ event }) => event.snapshot }, target: 'signedOut' },
        ],
      },
    },
    signedOut: {
      entry: ['clearData', 'clearNotices'],
      on: {
        'xstate.snapshot.session': {
          guard: { type: 'isActive', params: ({ event }) => event.snapshot },
          target: 'starting',
        },
      },
    },
    starting: {
      tags: 'busy',
      entry: 'clearData',
      invoke: {
        id: 'startup',
        src: 'startup',
        onDone: [
          {
            guard: { type: 'lacksSecondFactor', params: ({ event }) => event.output.profile },
            target: 'enrolling',
            actions: assign({ failure: null }),
          },
          {
            target: 'open',
            actions: assign({
              data: ({ event }) => ({ ...event.output, lookedUp: {}, deleted: {} }),
              failure: null,
            }),
          },
        ],
        onError: { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
      on: {
        'xstate.snapshot.session': {
          guard: { type: 'isOut', params: ({ event }) => event.snapshot },
          target: 'signedOut',
        },
      },
    },
    failed: {
      on: {
        retry: 'starting',
        'xstate.snapshot.session': {
          guard: { type: 'isOut', params: ({ event }) => event.snapshot },
          target: 'signedOut',
        },
      },
    },
    enrolling: {
      on: {
        'secondFactor.enabled': 'starting',
        'xstate.snapshot.session': {
          guard: { type: 'isOut', params: ({ event }) => event.snapshot },
          target: 'signedOut',
        },
      },
    },
    open: {
      tags: 'signedIn',
      on: {
        'product.choose': {
          guard: { type: 'isVisible', params: ({ event }) => event.id },
          actions: assign({ product: ({ event }) => event.id }),
        },
        'self.changed': { target: '.renewing', actions: { type: 'markStale', params: { self: true } } },
        'lists.changed': {
          target: '.renewing',
          actions: { type: 'markStale', params: ({ event }) => ({ lists: event.lists }) },
        },
        'entries.wanted': {
          target: '.renewing',
          actions: { type: 'markStale', params: ({ event }) => ({ entries: event.entries }) },
        },
        'xstate.snapshot.session': [
          { guard: { type: 'hasLeft', params: ({ event }) => event.snapshot }, target: 'signedOut' },
          { guard: { type: 'isOut', params: ({ event }) => event.snapshot }, target: 'locked' },
        ],
      },
      initial: 'fresh',
      states: {
        fresh: { always: { guard: 'isStale', target: 'renewing' } },
        renewing: {
          tags: 'busy',
          invoke: {
            id: 'renewal',
            src: 'renew',
            input: ({ context }) => context.stale,
            onDone: [
              {
                guard: { type: 'isVisibilityChanged', params: ({ event }) => event.output },
                target: 'fresh',
                actions: [
                  { type: 'mergeRenewed', params: ({ event }) => event.output },
                  assign({ stale: FRESH }),
                  { type: 'markStale', params: { lists: LIST_NAMES } },
                ],
              },
              {
                target: 'fresh',
                actions: [
                  { type: 'mergeRenewed', params: ({ event }) => event.output },
                  assign({ stale: FRESH }),
                ],
              },
            ],
            onError: 'stale',
          },
        },
        stale: { after: { retryDelay: 'renewing' } },
      },
    },
    locked: {
      tags: 'signedIn',
      on: {
        'xstate.snapshot.session': [
          { guard: { type: 'isActive', params: ({ event }) => event.snapshot }, target: 'identifying' },
          { guard: { type: 'hasLeft', params: ({ event }) => event.snapshot }, target: 'signedOut' },
        ],
      },
    },
    identifying: {
      tags: ['busy', 'signedIn'],
      invoke: {
        id: 'identification',
        src: 'profile',
        onDone: [
          {
            guard: { type: 'isSame', params: ({ event }) => event.output },
            target: 'open',
            actions: assign({
              data: ({ context, event }) =>
                context.data === null ? null : { ...context.data, profile: event.output },
            }),
          },
          { target: 'starting', actions: 'clearNotices' },
        ],
        onError: { target: 'starting', actions: 'clearNotices' },
      },
      on: {
        'xstate.snapshot.session': [
          { guard: { type: 'hasLeft', params: ({ event }) => event.snapshot }, target: 'signedOut' },
          { guard: { type: 'isOut', params: ({ event }) => event.snapshot }, target: 'locked' },
        ],
      },
    },
  },
});
