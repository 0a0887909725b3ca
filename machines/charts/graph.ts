import type { AnyMachineSnapshot } from 'xstate';
import { getAdjacencyMap } from 'xstate/graph';
import type { Model } from './model.ts';
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
/** All that can be reached from one start by the happenings of one topic; states that differ in nothing that matters are one. */
export interface Reached {
  readonly start: string;
  readonly begun: Stepped;
  readonly root: string;
  /** In the order in which they are found: the nearest first. */
  readonly edges: readonly Edge[];
}

interface Adjacent { readonly state: AnyMachineSnapshot; readonly transitions: Readonly<Record<string, { readonly event: { readonly type: string }; readonly state: AnyMachineSnapshot }>> }

/** A machine has as many states as its model tells apart; more than this is a model that tells too much. */
const LIMIT = 60_000;

/** Finds what can be reached from one start by some happenings. Events that change nothing are no edges. */
export const reachedBy = (model: Model, start: string, topic: readonly string[]): Reached => {
  const { machine, happenings, starts, told, isEnough } = model;
  const { begin, step } = stepsOf(machine);
  const names = new Map(topic.map(name => [happenings[name]!, name]));
  const idOf = (state: AnyMachineSnapshot) => JSON.stringify([state.value, told(state)]);
  const begun = begin(starts[start]);
  // Its types do not take a machine that is any.
  const map = getAdjacencyMap(machine as never, {
    fromState: begun.next, events: [...names.keys()], limit: LIMIT, stopWhen: isEnough,
    serializeState: idOf, serializeEvent: (event: object) => names.get(event as never) ?? '', filterEvents: (state: AnyMachineSnapshot) => state.status === 'active',
  } as never) as unknown as Readonly<Record<string, Adjacent>>;
  const edges = Object.entries(map).flatMap(([from, { state, transitions }]) => Object.entries(transitions).flatMap(([happening, { event }]) => {
    const { next, taken } = step(state, event);
    return taken.length === 0 ? [] : [{ happening, from, to: idOf(next), before: state, after: next, taken }];
  }));
  return { start, begun, root: idOf(begun.next), edges };
};
