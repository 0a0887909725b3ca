import { arrowsOf, chartOf, restingPlaces } from './chart.ts';
import { reachedBy, type Edge, type Reached } from './graph.ts';
import type { Model } from './model.ts';
import { placesOf } from './places.ts';
import { randomWalks } from './random.ts';

export const STRATEGIES = ['shortest', 'simple', 'random'] as const;
/**
 * `shortest`: few paths that take every transition and reach every state, each by the shortest route. `simple`: every
 * path that visits no state twice; the last step may return to a visited state. `random`: random walks until everything
 * is covered.
 */
export type Strategy = (typeof STRATEGIES)[number];

/** One step of a path: the event, and the state of the machine after it. */
export interface PathStep {
  readonly eventName: string;
  readonly places: readonly string[];
  /** States among `places` that the previous step was not in. */
  readonly entered: readonly string[];
  readonly taken: readonly string[];
}
export interface Path {
  /** Hash of the steps: equal steps have equal ids, independent of all other changes. */
  readonly id: string;
  readonly start: string;
  readonly first: readonly string[];
  /** Transitions taken on entering the initial state, before the first event. */
  readonly begun: readonly string[];
  readonly steps: readonly PathStep[];
}
/** States and transitions of a machine that paths cover, and the names of those not covered. */
export interface Coverage {
  readonly states: number;
  readonly transitions: number;
  readonly unseenStates: readonly string[];
  readonly untaken: readonly string[];
}
export interface Plan {
  readonly machine: string;
  readonly strategy: Strategy;
  readonly paths: readonly Path[];
  readonly coverage: Coverage;
  /** Simple paths were omitted because of {@link MAX_SIMPLE_PATHS}. */
  readonly cut: boolean;
}

/** Maximum number of simple paths of one topic: their number grows rapidly with the number of states. */
export const MAX_SIMPLE_PATHS = 200;

/** A short hash of texts (FNV-1a, 32 bit, base 36). */
const hashOf = (texts: readonly string[]): string => {
  let hash = 0x81_1c_9d_c5;
  for (const sign of texts.join('\n')) hash = Math.imul(hash ^ sign.codePointAt(0)!, 0x01_00_01_93) >>> 0;
  return hash.toString(36).padStart(7, '0');
};

export const pathOf = (
  model: Model,
  { start, begun }: Pick<Reached, 'start' | 'begun'>,
  edges: readonly Pick<Edge, 'eventName' | 'before' | 'after' | 'taken'>[],
): Path => ({
  id: hashOf([model.machine.id, start, ...edges.map(({ eventName }) => eventName)]),
  start,
  first: placesOf(begun.next.value),
  begun: begun.taken,
  steps: edges.map(({ eventName, before, after, taken }) => {
    const places = placesOf(after.value);
    const were = new Set(placesOf(before.value));
    return { eventName, places, entered: places.filter(place => !were.has(place)), taken };
  }),
});

/** The shortest route from the root to each state. */
const routesOf = ({ root, edges }: Reached): ReadonlyMap<string, readonly Edge[]> => {
  const leaving = new Map<string, Edge[]>();
  for (const edge of edges) leaving.set(edge.from, [...(leaving.get(edge.from) ?? []), edge]);
  const routes = new Map<string, readonly Edge[]>([[root, []]]);
  for (const [state, way] of routes) {
    for (const edge of leaving.get(state) ?? [])
      if (!routes.has(edge.to)) routes.set(edge.to, [...way, edge]);
  }
  return routes;
};

/** Coverage of a step: the transitions taken and the states reached. */
const goodsOf = ({ taken, after }: Pick<Edge, 'taken' | 'after'>): readonly string[] => [
  ...taken,
  ...placesOf(after.value),
];

/** Longest routes first, so that routes which are prefixes of others are dropped. */
const shortestOf = (reached: Reached, seen: Set<string>): readonly (readonly Edge[])[] => {
  const routes = routesOf(reached);
  const found = new Map<string, readonly Edge[]>();
  for (const edge of reached.edges) {
    const way = routes.get(edge.from);
    if (way === undefined) continue;
    for (const good of goodsOf(edge))
      if (!seen.has(good) && !found.has(good)) found.set(good, [...way, edge]);
  }
  const chosen: (readonly Edge[])[] = [];
  for (const way of [...found.values()].sort((one, other) => other.length - one.length)) {
    const goods = way.flatMap(goodsOf);
    if (goods.every(good => seen.has(good))) continue;
    goods.forEach(good => seen.add(good));
    chosen.push(way);
  }
  return chosen;
};

/**
 * Simple paths, shorter ones first. An event that makes more events possible in the same state may occur once there; a
 * step that returns to a visited state ends its path.
 */
const simpleOf = ({
  root,
  edges,
}: Reached): { readonly routes: readonly (readonly Edge[])[]; readonly cut: boolean } => {
  const routes: (readonly Edge[])[] = [];
  const closed = new Set<string>();
  let cut = false;
  const keyOf = (state: string) => JSON.stringify((JSON.parse(state) as readonly unknown[])[0]);
  let open: readonly {
    readonly way: readonly Edge[];
    readonly at: string;
    readonly met: ReadonlySet<string>;
  }[] = [{ way: [], at: root, met: new Set([keyOf(root)]) }];
  while (open.length > 0 && routes.length < MAX_SIMPLE_PATHS) {
    open = open.flatMap(({ way, at, met }) => {
      const leaving = edges.filter(({ from }) => from === at);
      const came = way.at(-1)?.from;
      const mayStay = came === undefined || keyOf(came) !== keyOf(at);
      const stays = (to: string) => mayStay && to !== at && keyOf(to) === keyOf(at);
      const isOnward = ({ to }: Edge) => !met.has(keyOf(to)) || stays(to);
      const onward = leaving.filter(isOnward);
      const back = leaving.filter(edge => !isOnward(edge) && edge.taken.some(key => !closed.has(key)));
      for (const edge of back) edge.taken.forEach(key => closed.add(key));
      routes.push(...back.map(edge => [...way, edge]));
      if (onward.length === 0 && back.length === 0 && way.length > 0) routes.push(way);
      return onward.map(edge => ({
        way: [...way, edge],
        at: edge.to,
        met: new Set([...met, keyOf(edge.to)]),
      }));
    });
    cut ||= open.length > MAX_SIMPLE_PATHS * 4;
    open = open.slice(0, MAX_SIMPLE_PATHS * 4);
  }
  return {
    routes: routes.slice(0, MAX_SIMPLE_PATHS),
    cut: cut || open.length > 0 || routes.length > MAX_SIMPLE_PATHS,
  };
};

export const coverageOf = (model: Model, paths: readonly Path[]): Coverage => {
  const places = new Set(
    paths.flatMap(({ first, steps }) => [...first, ...steps.flatMap(step => step.places)]),
  );
  const taken = new Set(
    paths.flatMap(({ begun, steps }) => [...begun, ...steps.flatMap(step => step.taken)]),
  );
  const chart = chartOf(model.machine);
  const states = restingPlaces(chart);
  const arrows = arrowsOf(chart).map(({ key }) => key);
  const share = (all: readonly string[], seen: ReadonlySet<string>) =>
    all.length === 0 ? 1 : all.filter(one => seen.has(one)).length / all.length;
  return {
    states: share(states, places),
    transitions: share(arrows, taken),
    unseenStates: states.filter(one => !places.has(one)),
    untaken: arrows.filter(key => !taken.has(key)),
  };
};

/** Removes duplicates: paths of two topics may be equal. */
const once = (paths: readonly Path[]): readonly Path[] => [
  ...new Map(paths.map(path => [path.id, path])).values(),
];

/**
 * Plans the test paths of a machine and their coverage.
 * @param seed seed of the `random` strategy; equal seeds yield equal paths
 */
export const planOf = (model: Model, strategy: Strategy, seed = 1): Plan => {
  const starts = Object.keys(model.starts);
  const seen = new Set<string>();
  let cut = false;
  const paths = starts.flatMap(start => {
    if (strategy === 'random')
      return randomWalks(model, start, seed).map(({ reached, edges }) => pathOf(model, reached, edges));
    return model.topics.flatMap(topic => {
      const reached = reachedBy(model, start, topic);
      if (strategy === 'shortest')
        return shortestOf(reached, seen).map(edges => pathOf(model, reached, edges));
      const simple = simpleOf(reached);
      cut ||= simple.cut;
      return simple.routes.map(edges => pathOf(model, reached, edges));
    });
  });
  return { machine: model.machine.id, strategy, paths: once(paths), cut, coverage: coverageOf(model, paths) };
};
