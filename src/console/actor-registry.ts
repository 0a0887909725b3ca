import {
  isMachineSnapshot,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type EventObject,
  type InspectionEvent,
} from 'xstate';

/** Number of latest steps stored per actor. */
export const MAX_STEPS_PER_ACTOR = 200;
/** Number of stopped actors stored in addition to the running ones. */
export const MAX_ENDED_ACTORS = 20;

export interface ActorStep {
  readonly event: EventObject;
  readonly state: AnyMachineSnapshot;
  /** `performance.now()` of the step, in ms. */
  readonly at: number;
}

/**
 * Recorded history of an actor: its first stored snapshot, the steps since then, and the number of dropped
 * steps.
 */
export interface ActorHistory {
  readonly ref: AnyActorRef;
  readonly machine: string;
  first: AnyMachineSnapshot;
  dropped: number;
  readonly steps: ActorStep[];
}

/**
 * Creates a recorder of actor steps for the inspection page and for bug reports. It stores references to
 * snapshots; they are copied only for a report.
 */
export const createActorRegistry = (now: () => number = () => performance.now()) => {
  const historyByActor = new Map<unknown, ActorHistory>();
  const listeners = new Set<() => void>();
  const observers = new Set<(inspected: InspectionEvent) => void>();
  let version = 0;

  const begin = (ref: unknown, state: AnyMachineSnapshot): ActorHistory => {
    const history: ActorHistory = {
      ref: ref as AnyActorRef,
      machine: state.machine.id,
      first: state,
      dropped: 0,
      steps: [],
    };
    historyByActor.set(ref, history);
    const ended = [...historyByActor].filter(
      ([, { steps }]) => (steps.at(-1)?.state.status ?? 'active') !== 'active',
    );
    for (const [key] of ended.slice(0, Math.max(0, ended.length - MAX_ENDED_ACTORS)))
      historyByActor.delete(key);
    return history;
  };

  return {
    /**
     * Observer for the `inspect` option of an actor or actor system.
     * @param at `performance.now()` of the event, for events that are replayed later
     */
    watch: (inspected: InspectionEvent, at = now()): void => {
      for (const observer of observers) observer(inspected);
      if (inspected.type !== '@xstate.snapshot' || !isMachineSnapshot(inspected.snapshot)) return;
      const state = inspected.snapshot as AnyMachineSnapshot;
      const history = historyByActor.get(inspected.actorRef);
      if (history === undefined || inspected.event.type === 'xstate.init') begin(inspected.actorRef, state);
      else {
        history.steps.push({ event: inspected.event, state, at });
        if (history.steps.length > MAX_STEPS_PER_ACTOR) {
          history.first = history.steps.shift()!.state;
          history.dropped++;
        }
      }
      version++;
      for (const listen of listeners) listen();
    },
    /** Forwards all later inspection events to another observer. */
    observe: (observer: (inspected: InspectionEvent) => void): void => void observers.add(observer),
    all: (): readonly ActorHistory[] => [...historyByActor.values()],
    version: (): number => version,
    subscribe: (listen: () => void): (() => void) => {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
  };
};

/** The recorder of this page. */
export const actorRegistry = createActorRegistry();
/** Options for actors that screens create, so that the recorder observes them. */
export const watched = { inspect: actorRegistry.watch } as const;
