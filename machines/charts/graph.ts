import type { AnyMachineSnapshot } from 'xstate';
import type { Model, Position } from './model.ts';
import { placesOf } from './places.ts';
import { stepsOf, type Stepped } from './step.ts';

/** One event in a reached state, and its effect. */
export interface Edge {
  readonly happening: string;
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
const LIMIT = 60_000;

/** Remembered states of the model that a path has visited, including the current state. */
export const beenAt = (
  { remembers }: Model,
  state: AnyMachineSnapshot,
  before: Position['been'] = [],
): Position['been'] => {
  const places = new Set([...before, ...placesOf(state.value)]);
  return remembers.filter(place => places.has(place));
};

/**
 * Finds the states that can be reached from one start by a list of events. Events without an effect yield no edge.
 * @throws {RangeError} when the search finds more than {@link LIMIT} states
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
  // Newly found states are appended to `found` and visited later in this loop.
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
