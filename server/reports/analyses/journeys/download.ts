import type { Static } from '@fastify/type-provider-typebox';
import { headings, tableFile } from '../../files/analysis-file.ts';
import { STEP_SEPARATOR } from '../../files/file-words.ts';
import { computeJourneys } from './compute.ts';
import { parseJourneyQuery } from './query.ts';
import { JourneyQuery } from './schema.ts';

/** Number of paths that a file lists individually; the screen lists fewer. */
const MAX_PATHS = 5000;
const STEPS: Readonly<Record<string, string>> = {
  none: 'analysis.unset',
  hidden: 'paths.hidden',
  others: 'paths.others',
};
const { limit: _paths, nodes: _nodes, ...whichPaths } = JourneyQuery.properties;
export const journeyFile = tableFile<Static<typeof JourneyQuery>>({
  name: 'conversionPaths',
  path: 'paths',
  title: 'analysis.attribution.view.paths',
  query: whichPaths,
  columns: ['label', 'length', 'cv', 'share', 'amount_sum', 'amount_avg', 'attr_avg'],
  headingOf: headings({ label: 'paths.path', length: 'paths.length', share: 'paths.share' }),
  read: async (parts, viewer, fileQuery, { words, signal }) => {
    const { rows, others, totals, rules } = await computeJourneys(
      parts,
      viewer,
      { ...parseJourneyQuery(fileQuery), limit: MAX_PATHS, nodes: 1 },
      { signal },
    );
    const step = ({ key, label }: { readonly key: string; readonly label: string }) =>
      STEPS[key] === undefined ? label || words.say('analysis.unset') : words.say(STEPS[key]);
    const name = ({ steps, length }: (typeof rows)[number]) =>
      [
        ...steps.map(step),
        ...(length > steps.length ? [words.say('paths.more_steps', { count: length - steps.length })] : []),
      ].join(STEP_SEPARATOR);
    return {
      rows: [
        ...rows.map(row => ({ ...row, label: name(row) })),
        ...(others.paths > 0 ? [{ ...others, label: words.say('paths.others') }] : []),
      ],
      totals,
      rules,
    };
  },
});
