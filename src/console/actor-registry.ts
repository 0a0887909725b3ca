import {
  isMachineSnapshot,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type EventObject,
  type InspectionEvent,
} from 'xstate';

/** Number of last steps stored per actor. */
export const STEPS_KEPT = 200;
/** Number of stopped actors stored in addition to the live ones. */
export const ENDED_KEPT = 20;

export interface LifeStep {
  readonly event: EventObject;
  readonly state: AnyMachineSnapshot;
  /** On the page's clock, in milliseconds. */
  readonly at: number;
}

/** What an actor of the console goes through. */
export interface ActorLife {
  readonly ref: AnyActorRef;
  readonly machine: string;
  began: AnyMachineSnapshot;
  forgotten: number;
  readonly steps: LifeStep[];
}

/**
 * Records the steps of the console's actors for the inspection page and for bug reports. It stores references
 * to their snapshots; nothing is copied before a report is requested.
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
     * To be given to an actor as `inspect`, or to its system.
     *
     * @param at on the page's clock, where it was before now
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
    /** Forwards every inspection event to another observer from now on. */
    tell: (hear: (inspected: InspectionEvent) => void): void => void hearers.add(hear),
    all: (): readonly ActorLife[] => [...livesByActor.values()],
    version: (): number => version,
    subscribe: (listen: () => void): (() => void) => {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
  };
};

/** Those of this page. */
export const actorRegistry = createLives();
/** To be spread into the options of an actor that a screen makes, so that it can be looked at. */
export const watched = { inspect: actorRegistry.watch } as const;
