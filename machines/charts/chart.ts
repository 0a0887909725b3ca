import { and, not, or, type AnyStateMachine, type AnyStateNode, type AnyTransitionDefinition } from 'xstate';

/** Trigger of a transition. */
export type Cause = 'event' | 'always' | 'after' | 'done' | 'failed' | 'ended';

/** One transition of a state. Alternatives with different guards are separate arrows. */
export interface Arrow {
  /**
   * Identifier within the machine, independent of the provided implementations: state, event, and index among the
   * transitions of the event.
   */
  readonly key: string;
  /** Type of the event; empty: the transition needs no event. */
  readonly event: string;
  readonly cause: Cause;
  /** Label: the event, the name of the delay, or the id of the invoked actor whose end triggers the transition. */
  readonly label: string;
  readonly guard: string | null;
  /** Ids of the target states; empty: the machine stays in its state. */
  readonly targets: readonly string[];
  readonly actions: readonly string[];
  readonly reenter: boolean;
}

/** A state with its child states. */
export interface Box {
  readonly id: string;
  readonly key: string;
  readonly type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  readonly history: 'shallow' | 'deep' | null;
  /** Keys of the initial child states. */
  readonly initial: string | null;
  readonly tags: readonly string[];
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  readonly invokes: readonly { readonly id: string; readonly src: string }[];
  readonly arrows: readonly Arrow[];
  readonly boxes: readonly Box[];
}

type Written = unknown;
interface Composed {
  readonly guards?: readonly Written[];
  readonly stateValue?: unknown;
  readonly check?: unknown;
}
/** Operators of composed guards, by their check function: minification removes the function names. */
const JOINS = new Map(
  Object.entries({ and: and([]), or: or([]), not: not('') }).map(([word, made]) => [
    (made as Composed).check,
    word,
  ]),
);

const pathOf = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([key, inner]) => `${key}.${pathOf(inner)}`)
        .join(', ')
    : String(value);

/** Text of a guard: its name, or the names of its parts joined by operators. Null without a guard. */
export const guardText = (guard: Written): string | null => {
  if (guard === undefined || guard === null) return null;
  if (typeof guard === 'string') return guard;
  if (typeof guard === 'object') return String((guard as { readonly type?: unknown }).type);
  const { guards, stateValue, check } = guard as Composed;
  const join = JOINS.get(check);
  if (stateValue !== undefined) return `in ${pathOf(stateValue)}`;
  const inner = (guards ?? []).map(one => guardText(one) ?? '');
  if (join === 'not') return `not ${inner[0]}`;
  return inner.length > 0 ? inner.join(` ${join} `) : 'inline';
};

/** Text of an action: its name, or its kind (`assign`, `emit`) if the action is written inline. */
const actionText = (action: Written): string => {
  if (typeof action === 'string') return action;
  const { type } = action as { readonly type?: unknown };
  return typeof type === 'string' ? type.replace(/^xstate\./, '') : 'inline';
};
const actionTexts = (actions: Written): readonly string[] =>
  actions === undefined ? [] : [actions].flat().map(actionText);

const CAUSES = [
  ['done', 'xstate.done.actor.'],
  ['failed', 'xstate.error.actor.'],
  ['ended', 'xstate.done.state.'],
  ['after', 'xstate.after.'],
] as const;
const causeOf = (event: string): readonly [Cause, string] => {
  if (event === '') return ['always', ''];
  const [cause, prefix] = CAUSES.find(([, start]) => event.startsWith(start)) ?? ['event' as const, ''];
  return [cause, event.slice(prefix.length)];
};

/** Transitions defined on the state itself, each with its key. */
const ownArrows = (node: AnyStateNode): readonly (readonly [string, AnyTransitionDefinition])[] =>
  [...node.transitions.values(), node.always ?? []].flatMap(alternatives =>
    alternatives.map(
      (arrow, at) =>
        [
          `${node.id} ${arrow.eventType || 'always'}${alternatives.length > 1 ? ` ${at + 1}` : ''}`,
          arrow,
        ] as const,
    ),
  );

/** Label of a transition: the delay, the invoked actor or the event that triggers it. */
const labelOf = (node: AnyStateNode, cause: Cause, name: string): string => {
  if (cause === 'after') return name.replace(`.${node.id}`, '');
  // The name of an invocation without an id is the state's own name.
  const invoked = node.invoke.find(({ id }) => id === name);
  return invoked ? sourceOf(invoked) : name.replace(`${node.machine.id}.`, '');
};

const arrowOf =
  (node: AnyStateNode) =>
  ([key, arrow]: readonly [string, AnyTransitionDefinition]): Arrow => {
    const [cause, name] = causeOf(arrow.eventType);
    return {
      key,
      event: arrow.eventType,
      cause,
      label: labelOf(node, cause, name),
      guard: guardText(arrow.guard),
      targets: (arrow.target ?? []).map(({ id }) => id),
      actions: arrow.actions.map(actionText),
      reenter: arrow.reenter,
    };
  };

const sourceOf = ({ src }: { readonly src: unknown }): string => (typeof src === 'string' ? src : 'inline');

/** Kind of a history state; null for other states. */
const historyOf = (node: AnyStateNode): Box['history'] => {
  if (node.type !== 'history') return null;
  return node.history === 'deep' ? 'deep' : 'shallow';
};

const boxOf = (node: AnyStateNode): Box => ({
  id: node.id,
  key: node.key,
  type: node.type,
  history: historyOf(node),
  initial: node.type === 'compound' ? (node.initial.target[0]?.key ?? null) : null,
  tags: node.tags,
  // `node.entry` is not used: xstate adds the start of each delay to it.
  entry: actionTexts(node.config.entry),
  exit: actionTexts(node.config.exit),
  invokes: node.invoke.map(invoked => ({ id: invoked.id, src: sourceOf(invoked) })),
  arrows: ownArrows(node).map(arrowOf(node)),
  boxes: Object.values(node.states as Readonly<Record<string, AnyStateNode>>).map(boxOf),
});

/** A machine as plain data, which diagrams, JSON exports and coverage counts read. */
export const chartOf = (machine: AnyStateMachine): Box => boxOf(machine.root as AnyStateNode);

/** A state and all its descendants, parents first. */
export const boxesOf = (box: Box): readonly Box[] => [box, ...box.boxes.flatMap(boxesOf)];

/** Every transition of a chart. */
export const arrowsOf = (box: Box): readonly Arrow[] => boxesOf(box).flatMap(({ arrows }) => arrows);

/**
 * States in which a machine can rest, as paths from its root. States that are always left without an event are
 * excluded.
 */
export const restingPlaces = (chart: Box): readonly string[] =>
  boxesOf(chart)
    .filter(
      ({ type, arrows, boxes }) =>
        boxes.length === 0 &&
        type !== 'history' &&
        !arrows.some(({ cause, guard }) => cause === 'always' && guard === null),
    )
    .map(({ id }) => id.slice(chart.id.length + 1));

/** The chart keys of the transitions of a machine. */
export const keysOf = (machine: AnyStateMachine): ReadonlyMap<AnyTransitionDefinition, string> => {
  const below = (node: AnyStateNode): readonly AnyStateNode[] => [
    node,
    ...Object.values(node.states as Readonly<Record<string, AnyStateNode>>).flatMap(below),
  ];
  return new Map(
    below(machine.root as AnyStateNode)
      .flatMap(ownArrows)
      .map(([key, arrow]) => [arrow, key]),
  );
};
