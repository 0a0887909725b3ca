import { reachedBy, type Edge, type Reached } from '../../machines/charts/graph.ts';
import type { Model } from '../../machines/charts/model.ts';
import { pathOf, type Path } from '../../machines/charts/paths.ts';
import { placesOf } from '../../machines/charts/places.ts';

/** The number of steps that take as long as opening the screen anew. */
const BEGIN_STEPS = 8;

/** Coverage of a step: the transitions taken and the states reached. */
const goodsOf = ({ taken, after }: Edge): readonly string[] => [...taken, ...placesOf(after.value)];

/** The shortest route from a state that ends with new coverage. */
const routeFrom = (
  state: string,
  leaving: ReadonlyMap<string, readonly Edge[]>,
  seen: ReadonlySet<string>,
): readonly Edge[] | undefined => {
  const routes = new Map<string, readonly Edge[]>([[state, []]]);
  // Newly found states are appended to `routes` and visited later in this loop.
  for (const [at, route] of routes)
    for (const edge of leaving.get(at) ?? []) {
      if (goodsOf(edge).some(good => !seen.has(good))) return [...route, edge];
      if (!routes.has(edge.to)) routes.set(edge.to, [...route, edge]);
    }
  return undefined;
};

const toursOf = ({ root, edges }: Reached, seen: Set<string>): readonly (readonly Edge[])[] => {
  const leaving = new Map<string, Edge[]>();
  for (const edge of edges) leaving.set(edge.from, [...(leaving.get(edge.from) ?? []), edge]);
  const tours: Edge[][] = [];
  for (;;) {
    const fromRoot = routeFrom(root, leaving, seen);
    if (fromRoot === undefined) return tours;
    const tour = tours.at(-1);
    const onward = tour && routeFrom(tour.at(-1)!.to, leaving, seen);
    const isOnward = onward !== undefined && onward.length <= fromRoot.length + BEGIN_STEPS;
    const route = isOnward ? onward : fromRoot;
    if (isOnward) tour!.push(...route);
    else tours.push([...route]);
    route.flatMap(goodsOf).forEach(good => seen.add(good));
  }
};

/**
 * Few long paths that take every transition and reach every state: each goes on from where it stands to the nearest
 * transition that was not taken, as opening a screen takes longer than a step.
 */
export const toursThrough = (model: Model): readonly Path[] => {
  const seen = new Set<string>();
  return Object.keys(model.starts).flatMap(start =>
    model.topics.flatMap(topic => {
      const reached = reachedBy(model, start, topic);
      return toursOf(reached, seen).map(edges => pathOf(model, reached, edges));
    }),
  );
};

/** The share of the transitions that {@link mostOf} keeps. */
const TRANSITION_SHARE = 0.6;

/**
 * Those paths that bring the most new coverage, up to the step at which every state of the plan is reached and most of
 * its transitions are taken: the last transitions need most of the steps.
 */
export const mostOf = (paths: readonly Path[]): readonly Path[] => {
  const placesIn = ({ first, steps }: Path) => [...first, ...steps.flatMap(({ places }) => places)];
  const takenIn = ({ begun, steps }: Path) => [...begun, ...steps.flatMap(({ taken }) => taken)];
  const places = new Set(paths.flatMap(placesIn));
  const least = new Set(paths.flatMap(takenIn)).size * TRANSITION_SHARE;
  const seen = new Set<string>();
  const taken = new Set<string>();
  const isEnough = () => seen.size === places.size && taken.size >= least;
  const gainOf = (path: Path) =>
    placesIn(path).filter(place => !seen.has(place)).length +
    takenIn(path).filter(key => !taken.has(key)).length;
  const left = new Set(paths);
  const chosen: Path[] = [];
  while (left.size > 0 && !isEnough()) {
    const best = [...left].reduce((one, other) => (gainOf(other) > gainOf(one) ? other : one));
    left.delete(best);
    best.first.forEach(place => seen.add(place));
    best.begun.forEach(key => taken.add(key));
    const steps = [];
    for (const step of best.steps) {
      if (isEnough()) break;
      steps.push(step);
      step.places.forEach(place => seen.add(place));
      step.taken.forEach(key => taken.add(key));
    }
    chosen.push({ ...best, steps });
  }
  return chosen;
};
