import { getAdjacencyMap, getShortestPaths } from 'xstate/graph';
import type { EventFromLogic, SnapshotFrom } from 'xstate';
import { cvApprovalModel, EVENTS } from '../../machines/charts/models/cv-approval.ts';
import { cvApprovalMachine } from '../../machines/cv-approval.ts';

type State = SnapshotFrom<typeof cvApprovalMachine>;

export { EVENTS };
export type EventName = keyof typeof EVENTS;

const nameOf = (event: { readonly type: string }): EventName =>
  (Object.keys(EVENTS) as EventName[]).find(name => JSON.stringify(EVENTS[name]) === JSON.stringify(event))!;

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
  readonly eventName: EventName;
  readonly to: string;
  readonly state: State;
}

/** States with the same key allow the same next steps. */
const stateKey = (state: State): string =>
  JSON.stringify([state.value, cvApprovalModel.factsOf(state as never)]);

const optionsOf = (eventNames: readonly EventName[]) => ({
  events: eventNames.map(name => EVENTS[name]) as unknown as EventFromLogic<typeof cvApprovalMachine>[],
  limit: 50_000,
  serializeState: stateKey as never,
  stopWhen: (state: State) => cvApprovalModel.isEnough(state as never),
});

/**
 * Returns a walk to every possible step: the shortest path to its start, and the step. Steps with the same
 * start, event and end count once, and walks that are the beginning of another are left out.
 */
export const walks = (eventNames: readonly EventName[]): readonly (readonly Step[])[] => {
  const options = optionsOf(eventNames);
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
        eventName: nameOf(happened),
        to: placeOf(at),
        state: at,
      }));
      found.push([...before, { eventName: name, to: placeOf(next), state: next as State }]);
    }
  }
  const texts = found.map(walk => walk.map(({ eventName }) => eventName).join('|'));
  return found.filter(
    (_, at) => !texts.some((other, index) => index !== at && other.startsWith(`${texts[at]}|`)),
  );
};
