import { assign, emit, setup } from 'xstate';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

/** The properties of a second factor that the machine reads. */
export interface SecondFactor {
  readonly isEnabled: boolean;
  readonly devices: readonly { readonly id: number }[];
}

/** Changes that need the current password. */
export type FactorAction = 'setUp' | 'renewCodes' | 'remove';

/** The secret of an authenticator app, to be typed, and as the address of a QR code. */
export interface AppSecret {
  readonly key: string;
  readonly address: string;
}

/** Result of a change: the secret of an app to be confirmed, recovery codes to be noted, or nothing more to do. */
export type ActionResult =
  | { readonly kind: 'secret'; readonly secret: AppSecret }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  | { readonly kind: 'removed' };

/**
 * Second factor of the signed-in user: set up, removed, and its recovery codes renewed.
 *
 *     loading ──done──▶ shown ──reload──▶ loading;  loading ──failure──▶ failed ──reload──▶ loading
 *     shown ──begin[setUp: not enabled · renewCodes, remove: enabled]──▶ asking ──cancel──▶ shown
 *     asking ──prove──▶ acting ──secret──▶ scanning,  ──codes──▶ noting,  ──removed──▶ loading (`changed` is emitted)
 *                       acting ──failure──▶ asking, with the failure
 *     scanning ──confirm──▶ confirming ──done──▶ noting,  ──failure──▶ scanning, with the failure
 *     scanning ──cancel──▶ shown;  noting ──finish──▶ loading (`changed` is emitted)
 *     shown ──forget[listed]──▶ forgetting ──done · forgotten already──▶ loading,  ──failure──▶ shown, with the failure
 *
 * Secret and recovery codes are shown once: they are dropped when their step ends.
 */
export const secondFactorMachine = setup({
  types: {
    context: {} as {
      readonly factor: SecondFactor | null;
      readonly action: FactorAction;
      readonly secret: AppSecret | null;
      readonly codes: readonly string[];
      readonly failure: Failure | null;
    },
    events: {} as
      | { readonly type: 'reload' | 'cancel' | 'finish' }
      | { readonly type: 'begin'; readonly kind: FactorAction }
      | { readonly type: 'prove'; readonly password: string }
      | { readonly type: 'confirm'; readonly code: string }
      | { readonly type: 'forget'; readonly id: number },
    emitted: {} as { readonly type: 'changed'; readonly action: FactorAction },
    tags: {} as 'busy',
  },
  actors: {
    load: port<SecondFactor>('load'),
    act: port<ActionResult, { readonly action: FactorAction; readonly password: string }>('act'),
    confirm: port<readonly string[], string>('confirm'),
    forget: port<unknown, number>('forget'),
  },
  guards: {
    isPossible: ({ context: { factor } }, action: FactorAction) =>
      factor !== null && factor.isEnabled === (action !== 'setUp'),
    isListed: ({ context: { factor } }, id: number) =>
      factor?.devices.some(device => device.id === id) ?? false,
    isSecret: (_, { kind }: ActionResult) => kind === 'secret',
    hasCodes: (_, { kind }: ActionResult) => kind === 'codes',
    isMissing: (_, { kind }: Failure) => kind === 'missing',
  },
  actions: {
    setFailure: assign({ failure: (_, failure: Failure) => failure }),
    clearFailure: assign({ failure: null }),
    /** Keeps what an action answered until its step ends. */
    setResult: assign((_, result: ActionResult) => ({
      secret: result.kind === 'secret' ? result.secret : null,
      codes: result.kind === 'codes' ? result.codes : [],
    })),
    dropSecrets: assign({ secret: null, codes: [] }),
    emitChanged: emit(({ context }) => ({ type: 'changed' as const, action: context.action })),
  },
}).createMachine({
  id: 'secondFactor',
  context: { factor: null, action: 'setUp', secret: null, codes: [], failure: null },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        src: 'load',
        onDone: { target: 'shown', actions: assign({ factor: ({ event }) => event.output, failure: null }) },
        onError: {
          target: 'failed',
          actions: { type: 'setFailure', params: ({ event }) => failureOf(event.error) },
        },
      },
    },
    failed: { on: { reload: { target: 'loading', actions: 'clearFailure' } } },
    shown: {
      on: {
        reload: 'loading',
        begin: {
          guard: { type: 'isPossible', params: ({ event }) => event.kind },
          target: 'asking',
          actions: assign({ action: ({ event }) => event.kind, failure: null }),
        },
        forget: {
          guard: { type: 'isListed', params: ({ event }) => event.id },
          target: 'forgetting',
          actions: 'clearFailure',
        },
      },
    },
    asking: {
      on: {
        prove: { target: 'acting', actions: 'clearFailure' },
        cancel: { target: 'shown', actions: 'clearFailure' },
      },
    },
    acting: {
      tags: 'busy',
      invoke: {
        src: 'act',
        input: ({ context, event }) => ({
          action: context.action,
          password: event.type === 'prove' ? event.password : '',
        }),
        onDone: [
          {
            guard: { type: 'isSecret', params: ({ event }) => event.output },
            target: 'scanning',
            actions: { type: 'setResult', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'hasCodes', params: ({ event }) => event.output },
            target: 'noting',
            actions: { type: 'setResult', params: ({ event }) => event.output },
          },
          { target: 'loading', actions: 'emitChanged' },
        ],
        onError: {
          target: 'asking',
          actions: { type: 'setFailure', params: ({ event }) => failureOf(event.error) },
        },
      },
    },
    scanning: {
      on: {
        confirm: { target: 'confirming', actions: 'clearFailure' },
        cancel: { target: 'shown', actions: ['clearFailure', 'dropSecrets'] },
      },
    },
    confirming: {
      tags: 'busy',
      invoke: {
        src: 'confirm',
        input: ({ event }) => (event.type === 'confirm' ? event.code : ''),
        onDone: {
          target: 'noting',
          actions: {
            type: 'setResult',
            params: ({ event }) => ({ kind: 'codes' as const, codes: event.output }),
          },
        },
        onError: {
          target: 'scanning',
          actions: { type: 'setFailure', params: ({ event }) => failureOf(event.error) },
        },
      },
    },
    noting: {
      on: { finish: { target: 'loading', actions: ['dropSecrets', 'emitChanged'] } },
    },
    forgetting: {
      tags: 'busy',
      invoke: {
        src: 'forget',
        input: ({ event }) => (event.type === 'forget' ? event.id : 0),
        onDone: 'loading',
        onError: [
          {
            guard: { type: 'isMissing', params: ({ event }) => failureOf(event.error) },
            target: 'loading',
          },
          {
            target: 'shown',
            actions: { type: 'setFailure', params: ({ event }) => failureOf(event.error) },
          },
        ],
      },
    },
  },
});
