import { arrowsOf, boxesOf, chartOf, type Box } from './chart.ts';
import { mermaidOf } from './mermaid.ts';
import type { Model } from './model.ts';
import { speakerOf } from './words.ts';

const listed = (words: readonly string[]): string =>
  words.length === 0 ? 'none' : [...new Set(words)].map(word => `\`${word}\``).join(', ');
const labels = (chart: Box, cause: 'event' | 'after'): readonly string[] =>
  arrowsOf(chart)
    .filter(arrow => arrow.cause === cause)
    .map(({ label }) => label);

const section = (model: Model): string => {
  const { id } = model.machine;
  const chart = chartOf(model.machine);
  const states = boxesOf(chart).filter(({ boxes, type }) => boxes.length === 0 && type !== 'history');
  return [
    `## ${speakerOf(id, 'en').title} (\`${id}\`)`,
    '',
    `- accepts ${listed(labels(chart, 'event'))}`,
    `- asks ${listed(boxesOf(chart).flatMap(({ invokes }) => invokes.map(({ src }) => src)))}`,
    `- waits for ${listed(labels(chart, 'after'))}`,
    `- ${states.length} states, ${arrowsOf(chart).length} transitions`,
    '',
    '```mermaid',
    mermaidOf(chart).trimEnd(),
    '```',
    '',
  ].join('\n');
};

/** @returns the Markdown text of docs/machines.md, with one section for each machine */
export const documentOf = (models: readonly Model[]): string =>
  [
    '# The machines',
    '',
    'Written by `npm run machines`; a test compares it with the code. What a machine is for, and why it is so, stands in the comment above it in `machines/`.',
    'Transitions that hold in every state of a machine stand as comments below its chart.',
    '',
    ...models.map(section),
  ].join('\n');
