import { assign, emit, setup } from 'xstate';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

/** The properties of a second factor that the machine reads. */
export interface SecondFactor {
  readonly isEnabled: boolean;
  readonly hasApp: boolean;
  /** Whether passkeys can be used at the address of this page, and the user may have more of them. */
  readonly canAddPasskey: boolean;
  readonly passkeys: readonly { readonly id: number }[];
  readonly devices: readonly { readonly id: number }[];
}

/** Changes that need the current password. `setUp`: of the authenticator app; `remove`: of all factors. */
export type FactorAction = 'setUp' | 'removeApp' | 'addPasskey' | 'removePasskey' | 'renewCodes' | 'remove';

/** A change with its password; `name` of the new passkey, `passkey` that is removed. */
export interface FactorChange {
  readonly action: FactorAction;
  readonly password: string;
  readonly name: string;
  readonly passkey: number | null;
}

const isActionPossible = (
  factor: SecondFactor,
  action: FactorAction,
  passkey: number | undefined,
): boolean => {
  if (action === 'setUp') return !factor.hasApp;
  if (action === 'removeApp') return factor.hasApp;
  if (action === 'addPasskey') return factor.canAddPasskey;
  if (action === 'removePasskey') return factor.passkeys.some(({ id }) => id === passkey);
  return factor.isEnabled;
};

/** The secret of an authenticator app, to be typed, and as the address of a QR code. */
export interface AppSecret {
  readonly key: string;
  readonly address: string;
}

/** Result of a change: the secret of an app to be confirmed, recovery codes to be noted, or nothing more to do. */
export type ActionResult =
  | { readonly kind: 'secret'; readonly secret: AppSecret }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  | { readonly kind: 'done' };

/**
 * Second factor of the signed-in user: app and passkeys are set up and removed, and recovery codes renewed.
 *
 *     loading ──done──▶ shown ──reload──▶ loading;  loading ──failure──▶ failed ──reload──▶ loading
 *     shown ──begin[possible]──▶ asking ──cancel──▶ shown
 *     asking ──prove──▶ acting ──secret──▶ scanning,  ──codes──▶ noting,  ──done──▶ loading (`changed` is emitted)
 *                       acting ──failure──▶ asking, with the failure
 *     scanning ──confirm──▶ confirming ──codes──▶ noting,  ──no codes──▶ loading (`changed` is emitted)
 *                           confirming ──failure──▶ scanning, with the failure
 *     scanning ──cancel──▶ shown;  noting ──finish──▶ loading (`changed` is emitted)
 *     shown ──forget[listed]──▶ forgetting ──done · forgotten already──▶ loading,  ──failure──▶ shown, with the failure
 *
 * Recovery codes follow the first factor, whichever it is. Secret and recovery codes are shown once: they are dropped
 * when their step ends.
 */
export const secondFactorMachine = setup({
  types: {
    context: {} as {
      readonly factor: SecondFactor | null;
      readonly action: FactorAction;
      /** The passkey that is removed; null: another action. */
      readonly passkey: number | null;
      readonly secret: AppSecret | null;
      readonly codes: readonly string[];
      readonly failure: Failure | null;
    },
    events: {} as
      | { readonly type: 'reload' | 'cancel' | 'finish' }
      | { readonly type: 'begin'; readonly kind: FactorAction; readonly passkey?: number }
      | { readonly type: 'prove'; readonly password: string; readonly name?: string }
      | { readonly type: 'confirm'; readonly code: string }
      | { readonly type: 'forget'; readonly id: number },
    emitted: {} as { readonly type: 'changed'; readonly action: FactorAction },
    tags: {} as 'busy',
  },
  actors: {
    load: port<SecondFactor>('load'),
    act: port<ActionResult, FactorChange>('act'),
    confirm: port<readonly string[], string>('confirm'),
    forget: port<unknown, number>('forget'),
  },
  guards: {
    isPossible: (
      { context: { factor } },
      { kind, passkey }: { readonly kind: FactorAction; readonly passkey?: number },
    ) => factor !== null && isActionPossible(factor, kind, passkey),
    isListed: ({ context: { factor } }, id: number) =>
      factor?.devices.some(device => device.id === id) ?? false,
    isSecret: (_, { kind }: ActionResult) => kind === 'secret',
    hasCodes: (_, { kind }: ActionResult) => kind === 'codes',
    isFirst: (_, codes: readonly string[]) => codes.length > 0,
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
  context: { factor: null, action: 'setUp', passkey: null, secret: null, codes: [], failure: null },
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
          guard: { type: 'isPossible', params: ({ event }) => event },
          target: 'asking',
          actions: assign({
            action: ({ event }) => event.kind,
            passkey: ({ event }) => event.passkey ?? null,
            failure: null,
          }),
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
          name: event.type === 'prove' ? (event.name ?? '') : '',
          passkey: context.passkey,
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
        onDone: [
          {
            guard: { type: 'isFirst', params: ({ event }) => event.output },
            target: 'noting',
            actions: {
              type: 'setResult',
              params: ({ event }) => ({ kind: 'codes' as const, codes: event.output }),
            },
          },
          { target: 'loading', actions: ['dropSecrets', 'emitChanged'] },
        ],
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
