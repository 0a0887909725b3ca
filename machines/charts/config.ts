import type { Arrow, Box } from './chart.ts';

type Json = Readonly<Record<string, unknown>>;

const filled = (entries: Readonly<Record<string, unknown>>): Json =>
  Object.fromEntries(
    Object.entries(entries).filter(
      ([, value]) =>
        value !== undefined &&
        value !== null &&
        value !== false &&
        !(typeof value === 'object' && Object.keys(value).length === 0),
    ),
  );

const written = ({ guard, targets, actions, reenter }: Arrow): Json =>
  filled({ guard, target: targets.map(id => `#${id}`), actions, reenter });

/**
 * Transitions grouped by trigger. The order of each group is kept, because the first one whose guard holds is taken.
 */
const grouped = (arrows: readonly Arrow[], nameOf: (arrow: Arrow) => string): Json =>
  Object.fromEntries(
    [...new Set(arrows.map(nameOf))].map(name => [
      name,
      arrows.filter(arrow => nameOf(arrow) === name).map(written),
    ]),
  );

const stateOf = ({ id, type, history, initial, tags, entry, exit, invokes, arrows, boxes }: Box): Json => {
  const by = (cause: Arrow['cause']) => arrows.filter(arrow => arrow.cause === cause);
  const answered = (cause: 'done' | 'failed', invoked: string) =>
    by(cause)
      .filter(({ event }) => event.endsWith(`.actor.${invoked}`))
      .map(written);
  return filled({
    id,
    history,
    type: type === 'atomic' || type === 'compound' ? undefined : type,
    initial,
    tags,
    entry,
    exit,
    invoke: invokes.map(invoked =>
      filled({ ...invoked, onDone: answered('done', invoked.id), onError: answered('failed', invoked.id) }),
    ),
    on: grouped(by('event'), ({ event }) => event),
    after: grouped(by('after'), ({ label }) => label),
    always: by('always').map(written),
    onDone: by('ended').map(written),
    states: Object.fromEntries(boxes.map(box => [box.key, stateOf(box)])),
  });
};

/**
 * A chart as a machine configuration in JSON: `createMachine(configOf(chart))` has the same states and transitions,
 * with names in place of implementations. The XState visualizer imports this JSON.
 */
export const configOf = (chart: Box): Json => stateOf(chart);
