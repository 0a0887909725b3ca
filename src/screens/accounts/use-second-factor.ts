import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { fromPromise } from 'xstate';
import {
  BeginSecondFactorDocument,
  ConfirmSecondFactorDocument,
  MySecondFactorDocument,
  RemoveRememberedDeviceDocument,
  RemoveSecondFactorDocument,
  RenewRecoveryCodesDocument,
  type MySecondFactorQuery,
} from '../../../graphql/generated/graphql.ts';
import {
  secondFactorMachine,
  type ActionResult,
  type FactorAction,
  type SecondFactor,
} from '../../../machines/second-factor.ts';
import { watched } from '../../console/actor-registry.ts';
import { useExecute, type Console } from '../../console/context.ts';
import { requireValue } from '../../console/required-answer.ts';
import { present, type Present } from '../../resources/row.ts';

type Answered = Present<MySecondFactorQuery['one']>;
type Device = Present<Answered['devices']>;
/** The second factor as the screen shows it. */
export interface FactorView extends SecondFactor {
  readonly isRequired: boolean;
  /** Null: it is not set up. */
  readonly enabledAt: string | null;
  readonly codesLeft: number;
  readonly devices: readonly Device[];
}

const viewOf = (one: Answered): FactorView => ({
  isEnabled: one.enabled,
  isRequired: one.required,
  enabledAt: one.enabled_at,
  codesLeft: one.recovery_codes,
  devices: present(one.devices),
});

const act = async (
  ask: Console['ask'],
  { action, password }: { readonly action: FactorAction; readonly password: string },
  signal: AbortSignal,
): Promise<ActionResult> => {
  const input = { current_password: password };
  if (action === 'setUp') {
    const begun = requireValue((await ask(BeginSecondFactorDocument, { input }, signal)).saved);
    return {
      kind: 'secret',
      secret: { key: requireValue(begun.key), address: requireValue(begun.address) },
    };
  }
  if (action === 'remove') {
    await ask(RemoveSecondFactorDocument, { input }, signal);
    return { kind: 'removed' };
  }
  const { saved } = await ask(RenewRecoveryCodesDocument, { input }, signal);
  return { kind: 'codes', codes: present(requireValue(saved).recovery_codes) };
};

const machineFor = (ask: Console['ask']) =>
  secondFactorMachine.provide({
    actors: {
      load: fromPromise<SecondFactor, undefined>(async ({ signal }) =>
        viewOf(requireValue((await ask(MySecondFactorDocument, {}, signal)).one)),
      ),
      act: fromPromise(({ input, signal }) => act(ask, input, signal)),
      confirm: fromPromise<readonly string[], string>(async ({ input, signal }) => {
        const { saved } = await ask(ConfirmSecondFactorDocument, { input: { code: input } }, signal);
        return present(requireValue(saved).recovery_codes);
      }),
      forget: fromPromise<unknown, number>(({ input, signal }) =>
        ask(RemoveRememberedDeviceDocument, { id: input }, signal),
      ),
    },
  });

/**
 * The second factor of the signed-in user (machines/second-factor.ts).
 * @param onChanged called when it was set up or removed, or its recovery codes were renewed
 */
export const useSecondFactor = (onChanged: (action: FactorAction) => void) => {
  const ask = useExecute();
  const [machine] = useState(() => machineFor(ask));
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
