import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { fromPromise } from 'xstate';
import {
  BeginPasskeyDocument,
  BeginSecondFactorDocument,
  ConfirmSecondFactorDocument,
  MySecondFactorDocument,
  RegisterPasskeyDocument,
  RemoveAuthenticatorAppDocument,
  RemovePasskeyDocument,
  RemoveRememberedDeviceDocument,
  RemoveSecondFactorDocument,
  RenewRecoveryCodesDocument,
  type MySecondFactorQuery,
} from '../../../graphql/generated/graphql.ts';
import {
  secondFactorMachine,
  type ActionResult,
  type FactorAction,
  type FactorChange,
  type SecondFactor,
} from '../../../machines/second-factor.ts';
import { watched } from '../../console/actor-registry.ts';
import { useExecute, type Console } from '../../console/context.ts';
import { createPasskey } from '../../console/passkeys.ts';
import { requireValue } from '../../console/required-answer.ts';
import { present, type Present } from '../../resources/row.ts';

type Answered = Present<MySecondFactorQuery['one']>;
type Device = Present<Answered['devices']>;
type Passkey = Present<Answered['passkeys']>;

/** Passkeys of one user; the server has the same limit. */
const PASSKEY_LIMIT = 20;

/** The second factor as the screen shows it. */
export interface FactorView extends SecondFactor {
  readonly isRequired: boolean;
  /** Null: it is not set up. */
  readonly enabledAt: string | null;
  readonly codesLeft: number;
  readonly devices: readonly Device[];
  readonly passkeys: readonly Passkey[];
  /** Origin at which passkeys can be used; null: nowhere. */
  readonly passkeyOrigin: string | null;
}

const viewOf = (one: Answered): FactorView => ({
  isEnabled: one.enabled,
  hasApp: one.app,
  canAddPasskey: one.passkey_origin === location.origin && one.passkeys.length < PASSKEY_LIMIT,
  passkeys: present(one.passkeys),
  passkeyOrigin: one.passkey_origin,
  isRequired: one.required,
  enabledAt: one.enabled_at,
  codesLeft: one.recovery_codes,
  devices: present(one.devices),
});

/** New recovery codes to be noted, if there are any. */
const resultOf = (codes: readonly string[]): ActionResult =>
  codes.length === 0 ? { kind: 'done' } : { kind: 'codes', codes };

/** Registers a passkey: the password, then the browser's question, then its answer. */
const addPasskey = async (
  execute: Console['execute'],
  { password, name }: FactorChange,
  signal: AbortSignal,
): Promise<ActionResult> => {
  const begun = await execute(BeginPasskeyDocument, { input: { current_password: password } }, signal);
  const credential = await createPasskey(requireValue(begun.saved?.options), signal);
  const { saved } = await execute(RegisterPasskeyDocument, { input: { name, credential } }, signal);
  return resultOf(present(requireValue(saved).recovery_codes));
};

const remove = async (
  execute: Console['execute'],
  { action, password, passkey }: FactorChange,
  signal: AbortSignal,
): Promise<ActionResult> => {
  const input = { current_password: password };
  if (action === 'removePasskey') await execute(RemovePasskeyDocument, { id: passkey ?? 0, input }, signal);
  else if (action === 'removeApp') await execute(RemoveAuthenticatorAppDocument, { input }, signal);
  else await execute(RemoveSecondFactorDocument, { input }, signal);
  return { kind: 'done' };
};

const act = async (
  execute: Console['execute'],
  wanted: FactorChange,
  signal: AbortSignal,
): Promise<ActionResult> => {
  const { action, password } = wanted;
  const input = { current_password: password };
  if (action === 'setUp') {
    const begun = requireValue((await execute(BeginSecondFactorDocument, { input }, signal)).saved);
    return {
      kind: 'secret',
      secret: { key: requireValue(begun.key), address: requireValue(begun.address) },
    };
  }
  if (action === 'addPasskey') return addPasskey(execute, wanted, signal);
  if (action !== 'renewCodes') return remove(execute, wanted, signal);
  const { saved } = await execute(RenewRecoveryCodesDocument, { input }, signal);
  return resultOf(present(requireValue(saved).recovery_codes));
};

const machineFor = (execute: Console['execute']) =>
  secondFactorMachine.provide({
    actors: {
      load: fromPromise<SecondFactor, undefined>(async ({ signal }) =>
        viewOf(requireValue((await execute(MySecondFactorDocument, {}, signal)).one)),
      ),
      act: fromPromise(({ input, signal }) => act(execute, input, signal)),
      confirm: fromPromise<readonly string[], string>(async ({ input, signal }) => {
        const { saved } = await execute(ConfirmSecondFactorDocument, { input: { code: input } }, signal);
        return present(requireValue(saved).recovery_codes);
      }),
      forget: fromPromise<unknown, number>(({ input, signal }) =>
        execute(RemoveRememberedDeviceDocument, { id: input }, signal),
      ),
    },
  });

/**
 * The second factor of the signed-in user (machines/second-factor.ts).
 * @param onChanged called when it was set up or removed, or its recovery codes were renewed
 */
export const useSecondFactor = (onChanged: (action: FactorAction) => void) => {
  const execute = useExecute();
  const [machine] = useState(() => machineFor(execute));
  const actor = useActorRef(machine, watched);
  const state = useSelector(actor, snapshot => snapshot);
  const announce = useEffectEvent((action: FactorAction) => onChanged(action));
  useEffect(() => {
    const { unsubscribe } = actor.on('changed', ({ action }) => announce(action));
    return unsubscribe;
  }, [actor]);
  return {
    state,
    send: actor.send,
    // The port's answer; the machine is not generic.
    factor: state.context.factor as FactorView | null,
  };
};
export type SecondFactorControl = ReturnType<typeof useSecondFactor>;
