import {
  isMachineSnapshot,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type EventObject,
  type InspectionEvent,
} from 'xstate';

/** So many of the last steps of one actor are kept. */
export const STEPS_KEPT = 200;
/** So many actors are kept beside those that live. */
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
 * Keeps what the actors of the console go through, to look at and for reports of bugs. It holds what they
 * hold: nothing is copied
 * before somebody asks for a report.
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
    /** Tells somebody else all that is told here, from now on. */
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
