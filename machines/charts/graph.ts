import type { AnyMachineSnapshot } from 'xstate';
import type { Model, Position } from './model.ts';
import { placesOf } from './places.ts';
import { stepsOf, type Stepped } from './step.ts';

/** One event in a reached state, and its effect. */
export interface Edge {
  readonly eventName: string;
  readonly from: string;
  readonly to: string;
  readonly before: AnyMachineSnapshot;
  readonly after: AnyMachineSnapshot;
  readonly taken: readonly string[];
}
/**
 * States reachable from one start by the events of one topic. States that are equal in every distinguished property are
 * merged.
 */
export interface Reached {
  readonly start: string;
  readonly begun: Stepped;
  readonly root: string;
  /** Edges in breadth-first order. */
  readonly edges: readonly Edge[];
}

/** Maximum number of states of one search. A larger number means that the model distinguishes too much. */
const MAX_EXPLORED_STATES = 60_000;

/** Remembered states of the model that a path has visited, including the current state. */
export const visitedAt = (
  { remembers }: Model,
  state: AnyMachineSnapshot,
  before: Position['visited'] = [],
): Position['visited'] => {
  const places = new Set([...before, ...placesOf(state.value)]);
  return remembers.filter(place => places.has(place));
};

/**
 * Finds the states that can be reached from one start by a list of events. Events without an effect yield no edge.
 * @throws {RangeError} when the search finds more than {@link MAX_EXPLORED_STATES} states
 */
export const reachedBy = (model: Model, start: string, topic: readonly string[]): Reached => {
  const { machine, events, starts, factsOf, isEnough, offers } = model;
  const { begin, step } = stepsOf(machine);
  const idOf = (state: AnyMachineSnapshot, visited: Position['visited']) =>
    JSON.stringify([state.value, factsOf(state), ...visited]);
  const begun = begin(starts[start]);
  const first = { state: begun.next, visited: visitedAt(model, begun.next) };
  const root = idOf(first.state, first.visited);
  const found = new Map([[root, first]]);
  const edges: Edge[] = [];
  // Newly found states are appended to `found` and visited later in this loop.
  for (const [from, { state, visited }] of found) {
    if (found.size > MAX_EXPLORED_STATES)
      throw new RangeError(`The model of ${machine.id} tells more than ${MAX_EXPLORED_STATES} states apart.`);
    if (state.status !== 'active' || isEnough(state)) continue;
    for (const eventName of topic) {
      if (!offers(eventName, { places: placesOf(state.value), visited, context: state.context })) continue;
      const { next, taken } = step(state, events[eventName]!);
      if (taken.length === 0) continue;
      const after = { state: next, visited: visitedAt(model, next, visited) };
      const to = idOf(next, after.visited);
      if (!found.has(to)) found.set(to, after);
      edges.push({ eventName, from, to, before: state, after: next, taken });
    }
  }
  return { start, begun, root, edges };
};
