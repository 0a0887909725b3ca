import { assign, setup } from 'xstate';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

/** A link of a board, as its list shows it. */
export interface ListedLink {
  readonly id: number;
  readonly name: string;
}

/** The form of a new link. */
export interface LinkForm {
  readonly name: string;
  readonly days: number;
  readonly title: string;
  readonly brand: string;
  /** Null: the language of the reader's browser. */
  readonly locale: string | null;
  /** A repeated form makes no second link. */
  readonly key: string;
}

/** A link that was made. Its address is known now and never again. */
export interface MadeLink {
  readonly link: string;
  readonly expiresAt: string;
}

/**
 * The links of a board: listing, making and revoking them.
 *
 *     loading ──loaded──▶ listed,  ──failure──▶ failed ──retry──▶ loading
 *     listed ──compose──▶ composing ──submit──▶ making ──made──▶ made ──close──▶ loading
 *                                                making ──failure──▶ composing, with the failure
 *     listed ──revoke──▶ confirming ──confirm──▶ revoking ──revoked──▶ loading
 *                                                revoking ──failure──▶ confirming, with the failure
 *     composing · confirming ──cancel──▶ listed
 *
 * While a link is shown for the only time, nothing but `close` leaves its place.
 */
export const boardSharingMachine = setup({
  types: {
    context: {} as {
      readonly links: readonly ListedLink[];
      readonly made: MadeLink | null;
      /** The link that is to be revoked. */
      readonly revoked: ListedLink | null;
      readonly failure: Failure | null;
    },
    events: {} as
      | { readonly type: 'submit'; readonly form: LinkForm }
      | { readonly type: 'revoke'; readonly link: ListedLink }
      | { readonly type: 'compose' | 'confirm' | 'cancel' | 'retry' | 'close' },
    tags: {} as 'busy',
  },
  actors: {
    load: port<readonly ListedLink[]>('load'),
    make: port<MadeLink, LinkForm>('make'),
    revoke: port<void, { readonly id: number }>('revoke'),
  },
  actions: {
    keepFailure: assign({
      failure: ({ event }) => failureOf((event as unknown as { readonly error: unknown }).error),
    }),
    forget: assign({ made: null, revoked: null, failure: null }),
  },
}).createMachine({
  id: 'boardSharing',
  context: { links: [], made: null, revoked: null, failure: null },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      entry: 'forget',
      invoke: {
        src: 'load',
        onDone: { target: 'listed', actions: assign({ links: ({ event }) => event.output }) },
        onError: { target: 'failed', actions: 'keepFailure' },
      },
    },
    failed: { on: { retry: 'loading' } },
    listed: {
      entry: 'forget',
      on: {
        compose: 'composing',
        revoke: { target: 'confirming', actions: assign({ revoked: ({ event }) => event.link }) },
      },
    },
    composing: { on: { submit: 'making', cancel: 'listed' } },
    making: {
      tags: 'busy',
      invoke: {
        src: 'make',
        input: ({ event }) => (event as { readonly form: LinkForm }).form,
        onDone: {
          target: 'made',
          actions: assign({ made: ({ event }) => event.output, failure: null }),
        },
        onError: { target: 'composing', actions: 'keepFailure' },
      },
    },
    made: { on: { close: 'loading' } },
    confirming: { on: { confirm: 'revoking', cancel: 'listed' } },
    revoking: {
      tags: 'busy',
      invoke: {
        src: 'revoke',
        input: ({ context: { revoked } }) => ({ id: revoked?.id ?? 0 }),
        onDone: 'loading',
        onError: { target: 'confirming', actions: 'keepFailure' },
      },
    },
  },
});
