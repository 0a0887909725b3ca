import type { Draft, Drafted } from './draft.ts';
import { readName, type Names } from './names.ts';

/** Generator of a machine with one port: idle, acting after a start, and idle again. */

const machineOf = ({ camel, title }: Names): string => `import { assign, setup } from 'xstate';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

/**
 * ${title}.
 *
 *     idle ──start──▶ acting ──done──▶ idle
 *                     acting ──failure──▶ idle, with the failure to show
 */
export const ${camel}Machine = setup({
  types: {
    input: {} as { readonly subject: object },
    context: {} as { readonly subject: object; readonly failure: Failure | null },
    events: {} as { readonly type: 'start' },
    tags: {} as 'busy',
  },
  actors: { act: port<unknown, object>('act') },
}).createMachine({
  id: '${camel}',
  context: ({ input }) => ({ subject: input.subject, failure: null }),
  initial: 'idle',
  states: {
    idle: { on: { start: 'acting' } },
    acting: {
      tags: 'busy',
      invoke: {
        src: 'act',
        input: ({ context }) => context.subject,
        onDone: { target: 'idle', actions: assign({ failure: null }) },
        onError: { target: 'idle', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
    },
  },
});
`;

const modelOf = ({ camel, kebab }: Names): string => `import { ${camel}Machine } from '../../${kebab}.ts';
import { done, fails, modelOf } from '../model.ts';

export const ${camel}Model = modelOf(${camel}Machine, {
  starts: { 'it is there': { subject: {} } },
  events: {
    start: { type: 'start' },
    'it is done': done('0.${camel}.acting'),
    'it fails': fails('0.${camel}.acting'),
  },
  factsOf: ({ failure }) => failure !== null,
});
`;

export const draftMachine = (draft: Draft, name: string): Drafted => {
  const names = readName(name);
  const { kebab, camel, title } = names;
  draft.create(`machines/${kebab}.ts`, machineOf(names));
  draft.create(`machines/charts/models/${kebab}.ts`, modelOf(names));
  for (const [path, suffix] of [
    ['machines/index.ts', 'Machine'],
    ['machines/charts/models/index.ts', 'Model'],
  ] as const) {
    draft.insert(
      path,
      'after',
      /^import .* from '\.\/recomputation\.ts';\n/m,
      `import { ${camel}${suffix} } from './${kebab}.ts';\n`,
    );
    draft.insert(path, 'after', new RegExp(`^ {2}recomputation${suffix},\\n`, 'm'), `  ${camel}${suffix},\n`);
  }
  draft.addChartWords({
    [camel]: title,
    [`${camel}.start.it is there`]: 'It is there',
    [`${camel}.at.idle`]: 'Nothing is being done',
    [`${camel}.at.acting`]: 'It is being done',
    [`${camel}.step.start`]: 'Start it',
    [`${camel}.step.it is done`]: 'It is done',
    [`${camel}.step.it fails`]: 'It fails, and it says why',
  });
  return {
    generated: 'machines',
    remaining: [
      `Draw its states in machines/${kebab}.ts, give an example of every event in machines/charts/models/${kebab}.ts, and run npm run machines.`,
      'Write its words in the three languages of machines/charts/words.',
      'Fill its port in src/console/ports.ts, or where a screen starts it.',
    ],
  };
};
