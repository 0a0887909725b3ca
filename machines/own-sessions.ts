import { assign, emit, setup } from 'xstate';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

/** The properties of a session that the machine reads. */
export interface OwnSession {
  readonly id: string;
  /** The session of this browser. */
  readonly isCurrent: boolean;
}
export interface OwnSessions {
  /** Number of all sessions, which may be more than are listed. */
  readonly count: number;
  readonly sessions: readonly OwnSession[];
}

/** What is revoked: the session with this id, or all except that of this browser. */
export type Revocation = { readonly kind: 'one'; readonly id: string } | { readonly kind: 'others' };

/**
 * Sessions of the signed-in user: listed, and ended one by one or all others at once.
 *
 *     loading ──done──▶ listed ──reload──▶ loading;  loading ──failure──▶ failed ──reload──▶ loading
 *     listed ──revoke[another session that is listed · others exist]──▶ confirming ──cancel──▶ listed
 *     confirming ──confirm──▶ revoking ──done · ended meanwhile──▶ loading (`revoked` is emitted)
 *                             revoking ──failure──▶ confirming, with the failure
 *
 * The session of this browser is ended by signing out. A list that was loaded before stays while it is loaded again.
 */
export const ownSessionsMachine = setup({
  types: {
    context: {} as {
      readonly list: OwnSessions | null;
      readonly revocation: Revocation;
      readonly failure: Failure | null;
    },
    events: {} as
      | { readonly type: 'reload' | 'confirm' | 'cancel' }
      | { readonly type: 'revoke'; readonly revocation: Revocation },
    /** `count`: number of ended sessions. */
    emitted: {} as { readonly type: 'revoked'; readonly revocation: Revocation; readonly count: number },
    tags: {} as 'busy',
  },
  actors: {
    load: port<OwnSessions>('load'),
    revoke: port<number, Revocation>('revoke'),
  },
  guards: {
    isPossible: ({ context: { list } }, revocation: Revocation) =>
      revocation.kind === 'one'
        ? (list?.sessions.some(({ id, isCurrent }) => id === revocation.id && !isCurrent) ?? false)
        : (list?.count ?? 0) > 1,
    isEnded: (_, { kind }: Failure) => kind === 'missing',
  },
  actions: {
    setFailure: assign({ failure: (_, failure: Failure) => failure }),
    clearFailure: assign({ failure: null }),
    emitRevoked: emit(({ context }, count: number) => ({
      type: 'revoked' as const,
      revocation: context.revocation,
      count,
    })),
  },
}).createMachine({
  id: 'ownSessions',
  context: { list: null, revocation: { kind: 'others' }, failure: null },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        src: 'load',
        onDone: { target: 'listed', actions: assign({ list: ({ event }) => event.output }) },
        onError: {
          target: 'failed',
          actions: { type: 'setFailure', params: ({ event }) => failureOf(event.error) },
        },
      },
    },
    failed: { on: { reload: { target: 'loading', actions: 'clearFailure' } } },
    listed: {
      on: {
        reload: 'loading',
        revoke: {
          guard: { type: 'isPossible', params: ({ event }) => event.revocation },
          target: 'confirming',
          actions: assign({ revocation: ({ event }) => event.revocation }),
        },
      },
    },
    confirming: {
      on: {
        confirm: { target: 'revoking', actions: 'clearFailure' },
        cancel: { target: 'listed', actions: 'clearFailure' },
      },
    },
    revoking: {
      tags: 'busy',
      invoke: {
        src: 'revoke',
        input: ({ context }) => context.revocation,
        onDone: {
          target: 'loading',
          actions: { type: 'emitRevoked', params: ({ event }) => event.output },
        },
        onError: [
          {
            guard: { type: 'isEnded', params: ({ event }) => failureOf(event.error) },
            target: 'loading',
            actions: { type: 'emitRevoked', params: 1 },
          },
          {
            target: 'confirming',
            actions: { type: 'setFailure', params: ({ event }) => failureOf(event.error) },
          },
        ],
      },
    },
  },
});
