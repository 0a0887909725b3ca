import { createActor, fromPromise, SimulatedClock, type AnyActorLogic, type InspectionEvent } from 'xstate';
import { boxesOf, chartOf, keysOf } from '../../machines/charts/chart.ts';
import { placesOf } from '../../machines/charts/places.ts';
import type { Occurrence, Model } from '../../machines/charts/model.ts';
import type { Path } from '../../machines/charts/paths.ts';
import { recordingOf, type Recording } from '../../machines/charts/record.ts';
import { readRecording } from '../../machines/charts/replay.ts';
import { silent } from '../../machines/charts/silent.ts';
import type { createActorRegistry } from '../../src/console/actor-registry.ts';
import { settled } from './settled.ts';

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

const DONE = 'xstate.done.actor.';
const FAILED = 'xstate.error.actor.';
const AFTER = 'xstate.after.';

/** Starts a machine with a simulated clock. Its invoked actors answer only when a path says so. */
const start = async ({ machine, starts }: Model, name: string, watch: (event: InspectionEvent) => void) => {
  const waiting = new Map<string, Waiting>();
  const clock = new SimulatedClock();
  const invoked = new Set(boxesOf(chartOf(machine)).flatMap(({ invokes }) => invokes.map(({ src }) => src)));
  const port = fromPromise(
    ({ self }) => new Promise((resolve, reject) => waiting.set(self.id, { resolve, reject })),
  );
  const actors = Object.fromEntries(
    Object.keys(machine.implementations.actors ?? {}).map(src => [
      src,
      (invoked.has(src) ? port : silent) as AnyActorLogic,
    ]),
  );
  const provided = machine.provide({ actors } as never);
  const keys = keysOf(provided);
  let taken: string[] = [];
  const actor = createActor(provided, {
    clock,
    input: starts[name],
    inspect: event => {
      watch(event);
      if (event.type === '@xstate.microstep' && event.actorRef.sessionId === event.rootId)
        taken.push(...event._transitions.flatMap(arrow => keys.get(arrow) ?? []));
    },
  });
  actor.start();
  await settled();

  const answer = (id: string): Waiting => {
    const one = waiting.get(id);
    if (one === undefined) throw new Error(`${machine.id} does not wait for ${id}.`);
    waiting.delete(id);
    return one;
  };
  const pass = (event: string) => {
    const due = Object.values(actor.system.getSnapshot()._scheduledEvents).find(
      ({ event: { type } }) => type === event,
    );
    if (due === undefined) throw new Error(`${machine.id} has nothing that is due in time as ${event}.`);
    clock.increment(due.startedAt + due.delay - clock.now());
  };
  return {
    places: () => placesOf(actor.getSnapshot().value as never),
    /** Sends an event and returns the transitions that it took. */
    happen: async (
      event: Occurrence & { readonly output?: unknown; readonly error?: unknown },
    ): Promise<readonly string[]> => {
      taken = [];
      if (event.type.startsWith(DONE)) answer(event.type.slice(DONE.length)).resolve(event.output);
      else if (event.type.startsWith(FAILED)) answer(event.type.slice(FAILED.length)).reject(event.error);
      else if (event.type.startsWith(AFTER)) pass(event.type);
      else actor.send(event as never);
      await settled();
      return taken;
    },
    begun: () => taken,
    stop: () => actor.stop(),
  };
};

export interface Played {
  readonly places: readonly (readonly string[])[];
  readonly taken: readonly (readonly string[])[];
}

/**
 * Walks a path with a running machine. Returns the states and the transitions after each step, starting with
 * those of the start.
 */
export const play = async (
  model: Model,
  path: Path,
  watch: (event: InspectionEvent) => void = () => undefined,
): Promise<Played> => {
  const running = await start(model, path.start, watch);
  const places = [running.places()];
  const taken = [[...running.begun()] as readonly string[]];
  for (const { eventName } of path.steps) {
    taken.push(await running.happen(model.events[eventName]!));
    places.push(running.places());
  }
  running.stop();
  return { places, taken };
};

/** The recording of one machine's actors, after it was written as JSON and read again. */
export const recorded = (registry: ReturnType<typeof createActorRegistry>, machine: string): Recording =>
  readRecording(
    JSON.stringify(
      recordingOf(
        registry
          .all()
          .filter(life => life.machine === machine)
          .map((life, at) => ({ ...life, id: String(at) })),
      ),
    ),
  );
