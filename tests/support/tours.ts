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
