import {
  isMachineSnapshot,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type EventObject,
  type InspectionEvent,
} from 'xstate';

/** Number of latest steps stored per actor. */
export const STEPS_KEPT = 200;
/** Number of stopped actors stored in addition to the running ones. */
export const ENDED_KEPT = 20;

export interface LifeStep {
  readonly event: EventObject;
  readonly state: AnyMachineSnapshot;
  /** `performance.now()` of the step, in ms. */
  readonly at: number;
}

/**
 * Recorded history of an actor: its first stored snapshot, the steps since then, and the number of dropped
 * steps.
 */
export interface ActorLife {
  readonly ref: AnyActorRef;
  readonly machine: string;
  began: AnyMachineSnapshot;
  forgotten: number;
  readonly steps: LifeStep[];
}

/**
 * Creates a recorder of actor steps for the inspection page and for bug reports. It stores references to
 * snapshots; they are copied only for a report.
 */
export const createLives = (now: () => number = () => performance.now()) => {
  const livesByActor = new Map<unknown, ActorLife>();
  const listeners = new Set<() => void>();
  const hearers = new Set<(inspected: InspectionEvent) => void>();
  let version = 0;

  const begin = (ref: unknown, state: AnyMachineSnapshot): ActorLife => {
    const life: ActorLife = {
      ref: ref as AnyActorRef,
      machine: state.machine.id,
      began: state,
      forgotten: 0,
      steps: [],
    };
    livesByActor.set(ref, life);
    const ended = [...livesByActor].filter(
      ([, { steps }]) => (steps.at(-1)?.state.status ?? 'active') !== 'active',
    );
    for (const [key] of ended.slice(0, Math.max(0, ended.length - ENDED_KEPT))) livesByActor.delete(key);
    return life;
  };

  return {
    /**
     * Observer for the `inspect` option of an actor or actor system.
     * @param at `performance.now()` of the event, for events that are replayed later
     */
    watch: (inspected: InspectionEvent, at = now()): void => {
      for (const hear of hearers) hear(inspected);
      if (inspected.type !== '@xstate.snapshot' || !isMachineSnapshot(inspected.snapshot)) return;
      const state = inspected.snapshot as AnyMachineSnapshot;
      const life = livesByActor.get(inspected.actorRef);
      if (life === undefined || inspected.event.type === 'xstate.init') begin(inspected.actorRef, state);
      else {
        life.steps.push({ event: inspected.event, state, at });
        if (life.steps.length > STEPS_KEPT) {
          life.began = life.steps.shift()!.state;
          life.forgotten++;
        }
      }
      version++;
      for (const listen of listeners) listen();
    },
    /** Forwards all later inspection events to another observer. */
    tell: (hear: (inspected: InspectionEvent) => void): void => void hearers.add(hear),
    all: (): readonly ActorLife[] => [...livesByActor.values()],
    version: (): number => version,
    subscribe: (listen: () => void): (() => void) => {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
  };
};

/** The recorder of this page. */
export const actorRegistry = createLives();
/** Options for actors that screens create, so that the recorder observes them. */
export const watched = { inspect: actorRegistry.watch } as const;
