import { visitedAt, type Edge, type Reached } from './graph.ts';
import type { Model } from './model.ts';
import { arrowsOf, chartOf, restingPlaces } from './chart.ts';
import { placesOf } from './places.ts';
import { stepsOf } from './step.ts';

/** Maximum number of steps of one walk, and maximum number of walks. */
const MAX_WALK_STEPS = 40;
const MAX_WALKS = 200;

/**
 * Seeded pseudo-random generator (mulberry32).
 * @returns a function that yields numbers in [0, 1)
 */
export const diceOf = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

type Walked = Pick<Edge, 'eventName' | 'before' | 'after' | 'taken'>;
export interface Walk {
  readonly reached: Pick<Reached, 'start' | 'begun'>;
  readonly edges: readonly Walked[];
}

/**
 * Random walks until every transition was taken and every state visited, or until {@link MAX_WALKS} walks. Walks
 * without new coverage are dropped. Every second event prefers uncovered ones, so that deep states are reached.
 */
export const randomWalks = (model: Model, start: string, seed: number): readonly Walk[] => {
  const { begin, step } = stepsOf(model.machine);
  const dice = diceOf(seed);
  const chart = chartOf(model.machine);
  const left = new Set([...arrowsOf(chart).map(({ key }) => key), ...restingPlaces(chart)]);
  const goodsOf = ({ taken, after }: Walked) => [...taken, ...placesOf(after.value)];
  const isNew = (edge: Walked) => goodsOf(edge).some(good => left.has(good));
  const walks: Walk[] = [];
  for (let tries = 0; tries < MAX_WALKS && left.size > 0; tries++) {
    const begun = begin(model.starts[start]);
    for (const good of [...begun.taken, ...placesOf(begun.next.value)]) left.delete(good);
    const edges: Walked[] = [];
    let usefulSteps = 0;
    let state = begun.next;
    let visited = visitedAt(model, state);
    while (edges.length < MAX_WALK_STEPS && state.status === 'active' && !model.isEnough(state)) {
      const before = state;
      const at = { places: placesOf(before.value), visited, context: before.context };
      const onward = Object.entries(model.events).flatMap(([eventName, event]) => {
        if (!model.offers(eventName, at)) return [];
        const { next, taken } = step(before, event);
        return taken.length === 0 ? [] : [{ eventName, before, after: next, taken }];
      });
      const fresh = onward.filter(isNew);
      const among = fresh.length > 0 && dice() < 0.5 ? fresh : onward;
      const edge = among[Math.floor(dice() * among.length)];
      if (edge === undefined) break;
      edges.push(edge);
      if (isNew(edge)) usefulSteps = edges.length;
      goodsOf(edge).forEach(good => left.delete(good));
      state = edge.after;
      visited = visitedAt(model, state, visited);
    }
    // Steps after the last new transition are cut off.
    if (usefulSteps > 0) walks.push({ reached: { start, begun }, edges: edges.slice(0, usefulSteps) });
  }
  return walks;
};
