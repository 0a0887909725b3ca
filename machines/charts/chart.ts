import { and, not, or, type AnyStateMachine, type AnyStateNode, type AnyTransitionDefinition } from 'xstate';

/** What brings a transition about. */
export type Cause = 'event' | 'always' | 'after' | 'done' | 'failed' | 'ended';

/** One transition as it is written in a machine: one of several with guards is one of several here. */
export interface Arrow {
  /**
   * Identifies it within its machine, independent of the provided implementations: its state, its event and
   * its index among those of the event.
   */
  readonly key: string;
  /** The type of the event; empty: none is needed. */
  readonly event: string;
  readonly cause: Cause;
  /** Its label: the event, the delay's name, or the id of the actor that was invoked or has ended. */
  readonly label: string;
  readonly guard: string | null;
  /** Ids of states; none: it stays where it is. */
  readonly targets: readonly string[];
  readonly actions: readonly string[];
  readonly reenter: boolean;
}

/** A state as it is written in a machine, with those in it. */
export interface Box {
  readonly id: string;
  readonly key: string;
  readonly type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  readonly history: 'shallow' | 'deep' | null;
  /** Keys of the states that are entered first. */
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
/** How guards are joined, by what checks them: their own names are gone where code was made small. */
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

/** A guard by its name; one that is made of others by theirs. */
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

/** An action by its name; one that is written in place by what it does (`assign`, `emit`). */
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

/** The transitions that a state has itself, each with its key. */
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

/** What a transition is called: the delay, the invoked actor or the event that takes it. */
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

/** How much of its region a history state restores; null: it is none. */
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
  // Not `node.entry`: there the beginnings of its delays are as well.
  entry: actionTexts(node.config.entry),
  exit: actionTexts(node.config.exit),
  invokes: node.invoke.map(invoked => ({ id: invoked.id, src: sourceOf(invoked) })),
  arrows: ownArrows(node).map(arrowOf(node)),
  boxes: Object.values(node.states as Readonly<Record<string, AnyStateNode>>).map(boxOf),
});

/** A machine as data: what is drawn, written as JSON and counted. */
export const chartOf = (machine: AnyStateMachine): Box => boxOf(machine.root as AnyStateNode);

/** A state and all in it, the outer ones first. */
export const boxesOf = (box: Box): readonly Box[] => [box, ...box.boxes.flatMap(boxesOf)];

/** Every transition of a chart. */
export const arrowsOf = (box: Box): readonly Arrow[] => boxesOf(box).flatMap(({ arrows }) => arrows);

/**
 * The states in which a machine can rest, as paths from its root. States that it always leaves at once,
 * without an event, are excluded.
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

/** Names the transitions of one machine as its chart does. */
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
