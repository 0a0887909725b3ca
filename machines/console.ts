import { assign, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { bannerMachine } from './banner.ts';
import { chromeMachine } from './appearance.ts';
import { failureOf, type Failure } from './failure.ts';
import {
  FRESH,
  isLimitedOtherwise,
  RELOAD_DELAY_MS,
  spoilt,
  withNews,
  type EntryIds,
  type Known,
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
 *     arriving ──nobody──▶ signedOut ──active──▶ starting ──ready──▶ open
 *         └──────active──────────────────────────▲    └──failure──▶ halted ──retry──▶ starting
 *     starting · halted ──out──▶ signedOut
 *     open ──out[left]──▶ signedOut                               (the user chose to go)
 *     open ──out──▶ locked ──active──▶ returning ──same user──▶ open,  ──another · failure──▶ starting
 *     locked · returning ──out[left]──▶ signedOut
 *     open ──product.choose[visible]──▶ open
 *     open  { fresh ──self.changed · lists.changed──▶ renewing ──known──▶ fresh,  ──failure──▶ stale ──in 10 s──▶ renewing
 *             renewing · stale ──self.changed · lists.changed──▶ renewing  (afresh: for all that is stale)
 *             any ──entries.wanted──▶ renewing                             (single entries of a partial list) }
 *
 * `locked` retains the loaded data and the work on the screen; signing in again only loads the profile. A different
 * user starts anew. Data that became stale before the lock is renewed after it.
 */
export const consoleMachine = setup({
  types: {
    input: {} as { readonly locale: Locale; readonly texts: Texts },
    context: {} as {
      readonly session: ActorRefFrom<typeof sessionMachine>;
      readonly banner: ActorRefFrom<typeof bannerMachine>;
      readonly chrome: ActorRefFrom<typeof chromeMachine>;
      readonly language: ActorRefFrom<typeof languageMachine>;
      readonly known: Known | null;
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
      | { readonly type: 'retry' },
    children: {} as {
      session: 'session';
      banner: 'banner';
      chrome: 'chrome';
      language: 'language';
      startup: 'startup';
      whoIsIt: 'profile';
      renewal: 'renew';
    },
    tags: {} as 'busy' | 'inside',
  },
  actors: {
    session: sessionMachine,
    banner: bannerMachine,
    chrome: chromeMachine,
    language: languageMachine,
    startup: startupMachine,
    profile: port<Profile>('profile'),
    renew: port<Renewed, Stale>('renew'),
  },
  delays: { renewedAgain: RELOAD_DELAY_MS },
  guards: {
    isActive: (_, session: SnapshotFrom<typeof sessionMachine>) => session.matches('active'),
    isOut: (_, session: SnapshotFrom<typeof sessionMachine>) => session.hasTag('out'),
    hasLeft: (_, session: SnapshotFrom<typeof sessionMachine>) =>
      session.hasTag('out') && session.context.left,
    isSame: ({ context }, profile: Profile) => context.known?.profile.id === profile.id,
    isVisible: ({ context }, id: number) =>
      context.known?.lists.product.some(product => product.id === id) ?? false,
    isStale: ({ context: { stale } }) =>
      stale.self || stale.lists.length > 0 || Object.keys(stale.entries).length > 0,
    isLimitedOtherwise: ({ context }, renewed: Renewed) => isLimitedOtherwise(context.known, renewed),
  },
  actions: {
    forget: assign({ known: null, product: null, stale: FRESH }),
    spoil: assign(({ context: { stale, known } }, added: Partial<Stale>) => ({
      stale: spoilt(stale, added, known?.lookedUp),
    })),
    /** Merges renewed data; deselects a product that the user can no longer see. */
    learn: assign(({ context: { known, stale, product } }, renewed: Renewed) => {
      if (known === null) return {};
      const next = withNews(known, renewed, stale.entries);
      return { known: next, product: next.lists.product.some(({ id }) => id === product) ? product : null };
    }),
  },
}).createMachine({
  id: 'console',
  context: ({ input, spawn }) => ({
    session: spawn('session', { id: 'session', syncSnapshot: true }),
    banner: spawn('banner', { id: 'banner' }),
    chrome: spawn('chrome', { id: 'chrome' }),
    language: spawn('language', { id: 'language', input }),
    known: null,
    stale: FRESH,
    product: null,
    failure: null,
  }),
  initial: 'arriving',
  states: {
    arriving: {
      tags: 'busy',
      on: {
        'xstate.snapshot.session': [
          { guard: { type: 'isActive', params: ({ event }) => event.snapshot }, target: 'starting' },
          { guard: { type: 'isOut', params: ({ event }) => event.snapshot }, target: 'signedOut' },
        ],
      },
    },
    signedOut: {
      entry: 'forget',
      on: {
        'xstate.snapshot.session': {
          guard: { type: 'isActive', params: ({ event }) => event.snapshot },
          target: 'starting',
        },
      },
    },
    starting: {
      tags: 'busy',
      entry: 'forget',
      invoke: {
        id: 'startup',
        src: 'startup',
        onDone: {
          target: 'open',
          actions: assign({ known: ({ event }) => ({ ...event.output, lookedUp: {} }), failure: null }),
        },
        onError: { target: 'halted', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
      on: {
        'xstate.snapshot.session': {
          guard: { type: 'isOut', params: ({ event }) => event.snapshot },
          target: 'signedOut',
        },
      },
    },
    halted: {
      on: {
        retry: 'starting',
        'xstate.snapshot.session': {
          guard: { type: 'isOut', params: ({ event }) => event.snapshot },
          target: 'signedOut',
        },
      },
    },
    open: {
      tags: 'inside',
      on: {
        'product.choose': {
          guard: { type: 'isVisible', params: ({ event }) => event.id },
          actions: assign({ product: ({ event }) => event.id }),
        },
        'self.changed': { target: '.renewing', actions: { type: 'spoil', params: { self: true } } },
        'lists.changed': {
          target: '.renewing',
          actions: { type: 'spoil', params: ({ event }) => ({ lists: event.lists }) },
        },
        'entries.wanted': {
          target: '.renewing',
          actions: { type: 'spoil', params: ({ event }) => ({ entries: event.entries }) },
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
                guard: { type: 'isLimitedOtherwise', params: ({ event }) => event.output },
                target: 'fresh',
                actions: [
                  { type: 'learn', params: ({ event }) => event.output },
                  assign({ stale: FRESH }),
                  { type: 'spoil', params: { lists: LIST_NAMES } },
                ],
              },
              {
                target: 'fresh',
                actions: [{ type: 'learn', params: ({ event }) => event.output }, assign({ stale: FRESH })],
              },
            ],
            onError: 'stale',
          },
        },
        stale: { after: { renewedAgain: 'renewing' } },
      },
    },
    locked: {
      tags: 'inside',
      on: {
        'xstate.snapshot.session': [
          { guard: { type: 'isActive', params: ({ event }) => event.snapshot }, target: 'returning' },
          { guard: { type: 'hasLeft', params: ({ event }) => event.snapshot }, target: 'signedOut' },
        ],
      },
    },
    returning: {
      tags: ['busy', 'inside'],
      invoke: {
        id: 'whoIsIt',
        src: 'profile',
        onDone: [
          {
            guard: { type: 'isSame', params: ({ event }) => event.output },
            target: 'open',
            actions: assign({
              known: ({ context, event }) =>
                context.known === null ? null : { ...context.known, profile: event.output },
            }),
          },
          { target: 'starting' },
        ],
        onError: 'starting',
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
