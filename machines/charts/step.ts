import {
  createEmptyActor,
  type AnyActorScope,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  type EventObject,
} from 'xstate';
import { keysOf } from './chart.ts';

/** Outcome of an event: the next state, and the keys of the taken transitions, including those without an event. */
export interface Stepped {
  readonly next: AnyMachineSnapshot;
  readonly taken: readonly string[];
}
export type Step = (state: AnyMachineSnapshot, event: EventObject) => Stepped;

/**
 * Computes steps of a machine without running it: no actor is invoked, and only actions that change the context run.
 */
export const stepsOf = (
  machine: AnyStateMachine,
): { readonly begin: (input: unknown) => Stepped; readonly step: Step } => {
  const keys = keysOf(machine);
  const self = createEmptyActor();
  let taken: AnyTransitionDefinition[] = [];
  self.system.inspect(inspected => {
    if (inspected.type === '@xstate.microstep') taken.push(...inspected._transitions);
  });
  const nothing = () => undefined;
  const scope = {
    self,
    id: '',
    sessionId: '',
    system: self.system,
    logger: nothing,
    defer: nothing,
    emit: nothing,
    stopChild: nothing,
    actionExecutor: nothing,
  } as unknown as AnyActorScope;
  const stepped = (take: () => unknown): Stepped => {
    taken = [];
    const next = take() as AnyMachineSnapshot;
    return { next, taken: taken.flatMap(arrow => keys.get(arrow) ?? []) };
  };
  return {
    begin: input => stepped(() => machine.getInitialSnapshot(scope as never, input as never)),
    step: (state, event) => stepped(() => machine.transition(state as never, event as never, scope as never)),
  };
};
