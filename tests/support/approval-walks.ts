import { getAdjacencyMap, getShortestPaths } from 'xstate/graph';
import type { EventFromLogic, SnapshotFrom } from 'xstate';
import { cvApprovalModel, HAPPENINGS } from '../../machines/charts/models/cv-approval.ts';
import { cvApprovalMachine } from '../../machines/cv-approval.ts';

type State = SnapshotFrom<typeof cvApprovalMachine>;

export { HAPPENINGS };
export type Happening = keyof typeof HAPPENINGS;

const nameOf = (event: { readonly type: string }): Happening =>
  (Object.keys(HAPPENINGS) as Happening[]).find(
    name => JSON.stringify(HAPPENINGS[name]) === JSON.stringify(event),
  )!;

/** The state of the machine as text. */
export const placeOf = (state: Pick<State, 'value'>): string =>
  typeof state.value === 'string' ? state.value : `submitting.${state.value.submitting}`;

interface Adjacent {
  readonly state: State;
  readonly transitions: Readonly<
    Record<string, { readonly event: { readonly type: string }; readonly state: State }>
  >;
}
export interface Step {
  readonly happening: Happening;
  readonly to: string;
  readonly state: State;
}

/** States with the same key allow the same next steps. */
const stateKey = (state: State): string =>
  JSON.stringify([state.value, cvApprovalModel.factsOf(state as never)]);

const optionsOf = (happenings: readonly Happening[]) => ({
  events: happenings.map(name => HAPPENINGS[name]) as unknown as EventFromLogic<typeof cvApprovalMachine>[],
  limit: 50_000,
  serializeState: stateKey as never,
  stopWhen: (state: State) => cvApprovalModel.isEnough(state as never),
});

/**
 * Returns a walk to every possible step: the shortest path to its start, and the step. Steps with the same
 * start, event and end count once, and walks that are the beginning of another are left out.
 */
export const walks = (happenings: readonly Happening[]): readonly (readonly Step[])[] => {
  const options = optionsOf(happenings);
  const shortestPaths = new Map(
    getShortestPaths(cvApprovalMachine, options).map(path => [stateKey(path.state), path]),
  );
  const seen = new Set<string>();
  const found: Step[][] = [];
  // The type rejects machines with emitted events, but the function handles them.
  const map = getAdjacencyMap(cvApprovalMachine as never, options as never) as unknown as Readonly<
    Record<string, Adjacent>
  >;
  for (const { state, transitions } of Object.values(map)) {
    for (const { event, state: next } of Object.values(transitions)) {
      if (stateKey(next) === stateKey(state)) continue;
      const name = nameOf(event);
      const step = `${placeOf(state)} ${name} ${placeOf(next)}`;
      const way = shortestPaths.get(stateKey(state));
      if (seen.has(step) || way === undefined) continue;
      seen.add(step);
      const before = way.steps.slice(1).map(({ event: happened, state: at }): Step => ({
        happening: nameOf(happened),
        to: placeOf(at),
        state: at,
      }));
      found.push([...before, { happening: name, to: placeOf(next), state: next as State }]);
    }
  }
  const texts = found.map(walk => walk.map(({ happening }) => happening).join('|'));
  return found.filter(
    (_, at) => !texts.some((other, index) => index !== at && other.startsWith(`${texts[at]}|`)),
  );
};
