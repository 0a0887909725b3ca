import type { AnyMachineSnapshot, AnyStateMachine, EventFromLogic, SnapshotFrom } from 'xstate';

/**
 * The events that xstate itself sends to a machine: an invoked actor is done, a delay has passed, a child is
 * in another state.
 */
export interface ActorEvent {
  readonly type: `xstate.${string}`;
  readonly [name: string]: unknown;
}

export interface Happening {
  readonly type: string;
}

/** The position of a path, as far as it decides which events are possible next. */
export interface Position {
  readonly places: readonly string[];
  /** Of the places that the model remembers those where the path has been. */
  readonly been: readonly string[];
  readonly context: unknown;
}

/** A machine with what its test paths are made of. */
export interface Model {
  readonly machine: AnyStateMachine;
  /** What may happen, by a name that the words of all languages know. */
  readonly happenings: Readonly<Record<string, Happening>>;
  /**
   * How it may begin, by a name of the same kind, with its input; one way without a name where it begins in
   * one way.
   */
  readonly starts: Readonly<Record<string, unknown>>;
  /** Events that are explored in combination; independent ones of the machine are not multiplied. */
  readonly topics: readonly (readonly string[])[];
  /** The part of a state, besides its value, that affects the possible next events. */
  readonly factsOf: (state: AnyMachineSnapshot) => unknown;
  /** From here on nothing new happens: no path goes further. */
  readonly isEnough: (state: AnyMachineSnapshot) => boolean;
  /**
   * The events that are possible in a state. A machine accepts any event; a screen has a button for it or has
   * none.
   */
  readonly offers: (happening: string, at: Position) => boolean;
  /** States that `offers` queries later. */
  readonly remembers: readonly string[];
}

interface ModelOptions<Machine extends AnyStateMachine> {
  readonly happenings: Readonly<Record<string, EventFromLogic<Machine> | ActorEvent>>;
  readonly starts?: Model['starts'];
  readonly topics?: Model['topics'];
  readonly factsOf?: (context: SnapshotFrom<Machine>['context'], state: AnyMachineSnapshot) => unknown;
  readonly isEnough?: (context: SnapshotFrom<Machine>['context']) => boolean;
}

/** A model of a machine; events that it does not know do not compile. */
export const modelOf = <Machine extends AnyStateMachine>(
  machine: Machine,
  { happenings, starts, topics, factsOf, isEnough }: ModelOptions<Machine>,
): Model => ({
  machine,
  happenings: happenings as Model['happenings'],
  starts: starts ?? { '': undefined },
  topics: topics ?? [Object.keys(happenings)],
  factsOf: state => factsOf?.(state.context as SnapshotFrom<Machine>['context'], state) ?? null,
  isEnough: state => isEnough?.(state.context as SnapshotFrom<Machine>['context']) ?? false,
  offers: () => true,
  remembers: [],
});

/** The events of xstate, by its names. */
export const done = (id: string, output?: unknown): ActorEvent => ({
  type: `xstate.done.actor.${id}`,
  output,
});
export const fails = (id: string, error: unknown = OFFLINE): ActorEvent => ({
  type: `xstate.error.actor.${id}`,
  error,
});
export const after = (delay: string, state: string): ActorEvent => ({
  type: `xstate.after.${delay}.${state}`,
});

export const OFFLINE = { kind: 'offline', code: 'offline' } as const;
