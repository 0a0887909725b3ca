import type { AnyMachineSnapshot, AnyStateMachine, EventFromLogic, SnapshotFrom } from 'xstate';

/**
 * The events that xstate itself sends to a machine: an invoked actor is done, a delay has passed, a child is
 * in another state.
 */
export interface ActorEvent {
  readonly type: `xstate.${string}`;
  readonly [name: string]: unknown;
}

export interface Occurrence {
  readonly type: string;
}

/** The properties of a path's current position that determine which events are possible next. */
export interface Position {
  readonly places: readonly string[];
  /** Remembered states that the path has visited. */
  readonly visited: readonly string[];
  readonly context: unknown;
}

/** A machine with everything that test path generation needs. */
export interface Model {
  readonly machine: AnyStateMachine;
  /** Possible events by name; every language of test plans has a text for each name. */
  readonly events: Readonly<Record<string, Occurrence>>;
  /** Inputs of the machine by the name of the start, named like events. */
  readonly starts: Readonly<Record<string, unknown>>;
  /** Events that are explored in combination; independent ones of the machine are not multiplied. */
  readonly topics: readonly (readonly string[])[];
  /** The part of a state, besides its value, that affects the possible next events. */
  readonly factsOf: (state: AnyMachineSnapshot) => unknown;
  /** Whether paths end in this state, because nothing new follows. */
  readonly isEnough: (state: AnyMachineSnapshot) => boolean;
  /**
   * Whether an event is possible in a state. A machine accepts any event, while a screen has a button for it or not.
   */
  readonly offers: (eventName: string, at: Position) => boolean;
  /** States whose visits `offers` depends on. */
  readonly remembers: readonly string[];
}

interface ModelOptions<Machine extends AnyStateMachine> {
  readonly events: Readonly<Record<string, EventFromLogic<Machine> | ActorEvent>>;
  readonly starts?: Model['starts'];
  readonly topics?: Model['topics'];
  readonly factsOf?: (context: SnapshotFrom<Machine>['context'], state: AnyMachineSnapshot) => unknown;
  readonly isEnough?: (context: SnapshotFrom<Machine>['context']) => boolean;
}

/** Creates the model of a machine. Events that the machine does not declare are type errors. */
export const modelOf = <Machine extends AnyStateMachine>(
  machine: Machine,
  { events, starts, topics, factsOf, isEnough }: ModelOptions<Machine>,
): Model => ({
  machine,
  events: events as Model['events'],
  starts: starts ?? { '': undefined },
  topics: topics ?? [Object.keys(events)],
  factsOf: state => factsOf?.(state.context as SnapshotFrom<Machine>['context'], state) ?? null,
  isEnough: state => isEnough?.(state.context as SnapshotFrom<Machine>['context']) ?? false,
  offers: () => true,
  remembers: [],
});

/** Events of xstate, by xstate's own event types. */
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
