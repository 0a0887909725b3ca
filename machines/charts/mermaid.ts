import type { Arrow, Box } from './chart.ts';

/** State ids contain dots, which Mermaid does not accept in names. */
const nameOf = (id: string): string => id.replace(/\W/g, '_');

/** Label of an arrow: `after again`, `signIn [isFree] / hold`. */
export const arrowText = ({ cause, label, guard, actions }: Arrow): string => {
  const event = cause === 'event' ? label : `${cause} ${label}`.trim();
  return [
    event,
    ...(guard === null ? [] : [`[${guard}]`]),
    ...(actions.length === 0 ? [] : [`/ ${actions.join(', ')}`]),
  ].join(' ');
};

const linesOf = (box: Box, within: boolean): readonly string[] => {
  const indent = within ? '  ' : '';
  const inner = [
    ...(box.initial === null ? [] : [`[*] --> ${nameOf(`${box.id}.${box.initial}`)}`]),
    ...box.boxes.flatMap((child, at) => [
      ...(box.type === 'parallel' && at > 0 ? ['--'] : []),
      ...linesOf(child, true),
    ]),
  ];
  const head = within ? [`state "${box.key}" as ${nameOf(box.id)}`] : [];
  if (box.boxes.length === 0) return head.map(line => indent + line);
  return within
    ? [...head, `state ${nameOf(box.id)} {`, ...inner.map(line => `  ${line}`), '}'].map(
        line => indent + line,
      )
    : inner;
};

const arrowLines = (box: Box, root: string): readonly string[] => [
  ...(box.id === root
    ? []
    : box.arrows.map(
        arrow =>
          `${nameOf(box.id)} --> ${nameOf(arrow.targets[0] ?? box.id)} : ${arrowText(arrow).replace(/[;:#]/g, ' ')}`,
      )),
  ...(box.type === 'final' ? [`${nameOf(box.id)} --> [*]`] : []),
  ...box.boxes.flatMap(child => arrowLines(child, root)),
];

/**
 * A chart in Mermaid's syntax. Transitions of the machine's root become comments, since Mermaid draws no arrow from the
 * diagram itself.
 */
export const mermaidOf = (chart: Box): string =>
  [
    'stateDiagram-v2',
    // Mermaid draws parallel regions only inside a state, so the root of a parallel machine is drawn as a state.
    ...linesOf(chart, chart.type === 'parallel').map(line => `  ${line}`.trimEnd()),
    ...arrowLines(chart, chart.id).map(line => `  ${line}`),
    ...chart.arrows.map(arrow => `  %% any: ${arrowText(arrow)} --> ${arrow.targets.join(', ') || 'stays'}`),
    '',
  ].join('\n');
