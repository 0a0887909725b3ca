import type { Static } from '@fastify/type-provider-typebox';
import { computeJourneys, FLOW_STEPS } from '../reports/analyses/journeys/compute.ts';
import { parseJourneyQuery } from '../reports/analyses/journeys/query.ts';
import { JourneyQuery } from '../reports/analyses/journeys/schema.ts';
import { STEP_SEPARATOR } from '../reports/files/file-words.ts';
import type { Words } from '../wording/words.ts';
import { OWN } from './declared-reports.ts';
import { columnOf } from './figures.ts';
import type { Search } from './saved-search.ts';
import { totalsOf, type OwnAnalysis, type OwnAnswer, type OwnColumn, type OwnRow } from './own-analysis.ts';

const { limits: LIMITS, minShares: MIN_SHARES } = OWN.paths;
export const METRICS = ['cv', 'amount_sum', 'amount_avg', 'attr_avg'] as const;
/**
 * Number of transitions of the chart, and of rows that they distinguish: as many as the analysis allows, because those
 * of the other rows together would be the largest bars.
 */
const MAX_TRANSITIONS = 10;
const NODES = 50;
const OTHERS = 'others';
/** Message ids of steps that are no row of the axis. */
const WORDS: Readonly<Record<string, string>> = {
  none: 'analysis.unset',
  hidden: 'paths.hidden',
  [OTHERS]: 'paths.others',
  conversion: 'paths.conversion',
};

interface Step {
  readonly key: string;
  readonly label: string;
}
type Answer = Awaited<ReturnType<typeof computeJourneys>>;

const stepName = ({ key, label }: Step, words: Words): string => {
  const word = WORDS[key] ?? (label === '' ? 'analysis.unset' : undefined);
  return word === undefined ? label : words.say(word);
};

const columnsOf = (words: Words): readonly OwnColumn[] => {
  const metric = (field: (typeof METRICS)[number]): OwnColumn => ({ ...columnOf(words, field), field });
  return [
    { field: 'length', name: words.say('paths.length'), format: 'count' },
    metric('cv'),
    { field: 'share', name: words.say('paths.share'), format: 'percent' },
    metric('amount_sum'),
    metric('amount_avg'),
    metric('attr_avg'),
  ];
};

/** The most frequent paths, then the others as one row. */
const rowsOf = ({ rows, others }: Answer, words: Words): readonly OwnRow[] => [
  ...rows.map(row => ({
    ...row,
    label: [
      ...row.steps.map(step => stepName(step, words)),
      ...(row.length > row.steps.length
        ? [words.say('paths.more_steps', { count: row.length - row.steps.length })]
        : []),
    ].join(STEP_SEPARATOR),
  })),
  ...(others.paths > 0
    ? [{ ...others, key: 'others', label: words.say('paths.other_paths', { count: others.paths }) }]
    : []),
];

/** The transitions between rows with most conversions: a flow chart needs the room of a page. */
const chartOf = ({ nodes, links, totals }: Answer, search: Search, words: Words): OwnAnswer['chart'] => {
  const minShare = Number(MIN_SHARES.find(share => share === search.get('min_share')) ?? 0);
  const names = new Map(nodes.map(node => [node.key, stepName(node, words)]));
  const nameOf = (key: string): string => names.get(key) ?? stepName({ key, label: key }, words);
  const placeOf = (step: number): string =>
    words.say(step >= FLOW_STEPS ? 'paths.last_step' : 'paths.step', { step });
  const drawn = links
    .filter(({ from, to }) => from !== OTHERS && to !== OTHERS)
    .filter(({ cv }) => cv > 0 && cv * 100 >= minShare * totals.cv)
    .toSorted((a, b) => b.cv - a.cv || a.step - b.step)
    .slice(0, MAX_TRANSITIONS);
  return {
    kind: 'bars',
    title: `${words.say('paths.flow')} · ${words.say('analysis.top', { count: drawn.length })}`,
    heading: words.say('paths.flow'),
    columns: [{ ...columnOf(words, 'cv'), field: 'cv' }],
    rows: drawn.map(({ step, from, to, cv }) => ({
      key: `${step}>${from}>${to}`,
      label: words.say('unit.named', {
        name: `${nameOf(from)}${STEP_SEPARATOR}${nameOf(to)}`,
        unit: placeOf(step),
      }),
      cv,
    })),
  };
};

/** The paths to conversions: the most frequent ones as a table, and the transitions from step to step as a chart. */
export const paths: OwnAnalysis = {
  query: JourneyQuery,
  parametersOf: search => ({
    fold: search.get('fold') !== '0',
    length_from: search.get('length_from') === '2' ? 2 : 1,
    limit: Number(LIMITS.find(limit => limit === search.get('limit')) ?? LIMITS[0]),
    nodes: NODES,
  }),
  read: async (parts, viewer, query, { search, words }, options) => {
    const parsed = query as Static<typeof JourneyQuery>;
    const answer = await computeJourneys(parts, viewer, parseJourneyQuery(parsed), options);
    return {
      conditions: parsed.length_from === 2 ? [words.say('paths.min_length')] : [],
      heading: words.say('paths.path'),
      columns: columnsOf(words),
      rows: rowsOf(answer, words),
      totals: answer.totals,
      usualSort: null,
      chart: chartOf(answer, search, words),
      figures: totalsOf(METRICS, words),
      rebuildingSince: answer.rules.rebuilding_since,
    };
  },
};
