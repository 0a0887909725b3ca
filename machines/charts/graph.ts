import type { AnyMachineSnapshot } from 'xstate';
import type { Model, Position } from './model.ts';
import { placesOf } from './places.ts';
import { stepsOf, type Stepped } from './step.ts';

/** One thing that happens, and what it does. */
export interface Edge {
  readonly happening: string;
  readonly from: string;
  readonly to: string;
  readonly before: AnyMachineSnapshot;
  readonly after: AnyMachineSnapshot;
  readonly taken: readonly string[];
}
/**
 * All that can be reached from one start by the happenings of one topic; states that differ in nothing that
 * matters are one.
 */
export interface Reached {
  readonly start: string;
  readonly begun: Stepped;
  readonly root: string;
  /** In the order in which they are found: the nearest first. */
  readonly edges: readonly Edge[];
}

/**
 * A machine has as many states as its model distinguishes; a larger number means a model that distinguishes
 * too much.
 */
const LIMIT = 60_000;

/** The memory of the model about a path, its current state included. */
export const beenAt = (
  { remembers }: Model,
  state: AnyMachineSnapshot,
  before: Position['been'] = [],
): Position['been'] => {
  const places = new Set([...before, ...placesOf(state.value)]);
  return remembers.filter(place => places.has(place));
};

/**
 * Finds the states that can be reached from one start by a list of events. Events that change nothing are no
 * edges.
 * @throws when the search does not end
 */
export const reachedBy = (model: Model, start: string, topic: readonly string[]): Reached => {
  const { machine, happenings, starts, factsOf, isEnough, offers } = model;
  const { begin, step } = stepsOf(machine);
  const idOf = (state: AnyMachineSnapshot, been: Position['been']) =>
    JSON.stringify([state.value, factsOf(state), ...been]);
  const begun = begin(starts[start]);
  const first = { state: begun.next, been: beenAt(model, begun.next) };
  const root = idOf(first.state, first.been);
  const found = new Map([[root, first]]);
  const edges: Edge[] = [];
  // Those that are found on the way are looked at in their turn.
  for (const [from, { state, been }] of found) {
    if (found.size > LIMIT)
      throw new RangeError(`The model of ${machine.id} tells more than ${LIMIT} states apart.`);
    if (state.status !== 'active' || isEnough(state)) continue;
    for (const happening of topic) {
      if (!offers(happening, { places: placesOf(state.value), been, context: state.context })) continue;
      const { next, taken } = step(state, happenings[happening]!);
      if (taken.length === 0) continue;
      const after = { state: next, been: beenAt(model, next, been) };
      const to = idOf(next, after.been);
      if (!found.has(to)) found.set(to, after);
      edges.push({ happening, from, to, before: state, after: next, taken });
    }
  }
  return { start, begun, root, edges };
};
