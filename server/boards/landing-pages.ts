import type { Static } from '@fastify/type-provider-typebox';
import { computeLandingPages } from '../reports/analyses/landing-pages/compute.ts';
import { pageName } from '../reports/analyses/landing-pages/page-name.ts';
import { parseLandingPageQuery } from '../reports/analyses/landing-pages/query.ts';
import { LpoQuery } from '../reports/analyses/landing-pages/schema.ts';
import { NO_CONTACT_ROW } from '../reports/count/rows.ts';
import type { Words } from '../wording/words.ts';
import { OWN } from './declared-reports.ts';
import { columnOf } from './figures.ts';
import { totalsOf, type OwnAnalysis, type OwnAnswer, type OwnColumn, type OwnRow } from './own-analysis.ts';
import { readHidden } from './saved-search.ts';

const {
  columns: COLUMNS,
  metrics: METRICS,
  models: MODELS,
  sort: SORT,
  charted: CHARTED,
  chart: CHART,
} = OWN.lpo;

type Answer = Awaited<ReturnType<typeof computeLandingPages>>;
type PageRow = OwnRow & Answer['rows'][number];

const columnsOf = (words: Words): readonly OwnColumn[] => [
  { field: 'ad_name', name: words.say('axis.ad'), format: 'text' },
  { field: 'url', name: words.say('lpo.url'), format: 'text' },
  ...METRICS.map(metric => ({ ...columnOf(words, metric), field: metric })),
  {
    field: 'verdict',
    name: words.say('lpo.verdict'),
    format: 'text',
    texts: words.choices('', 'verdict'),
  },
  { field: 'difference', name: words.say('lpo.difference'), format: 'percent' },
  { field: 'p_value', name: words.say('lpo.p_value'), format: 'share' },
];

/** The pages with most contacts and their conversion rates. */
const chartOf = (rows: readonly PageRow[], words: Words): OwnAnswer['chart'] => {
  const drawn = rows
    .filter(({ key }) => key !== NO_CONTACT_ROW.kind)
    .toSorted((a, b) => b.clicks - a.clicks)
    .slice(0, CHART.top);
  // A page with several ads has a row, and so a bar, for each of them.
  const named = ({ label, ad_name: ad }: PageRow): string =>
    ad !== '' && drawn.some(other => other.label === label && other.ad_name !== ad)
      ? words.say('axis.within', { outer: label, inner: ad })
      : label;
  return {
    kind: 'bars',
    title: `${words.say('lpo.chart')} · ${words.say('analysis.top', { count: drawn.length })}`,
    heading: words.say('axis.landing'),
    columns: CHARTED.map(metric => ({ ...columnOf(words, metric), field: metric })),
    rows: drawn.map(row => ({ ...row, label: named(row) })),
  };
};

/** The conversion rates of landing pages, compared with other pages of the same redirect. */
export const landingPages: OwnAnalysis = {
  query: LpoQuery,
  parametersOf: search => {
    const model = MODELS.find(one => one === search.get('model'));
    return { ...(model !== undefined && { model: Number(model) }) };
  },
  hiddenOf: search => readHidden(search, COLUMNS),
  read: async (parts, viewer, query, { search, words }, options) => {
    const answer = await computeLandingPages(
      parts,
      viewer,
      parseLandingPageQuery(query as Static<typeof LpoQuery>),
      options,
    );
    const { rules } = answer;
    const rows = answer.rows.map(row => ({ ...row, label: pageName(row, words) }));
    return {
      conditions: [words.say(`model.${rules.model}`)],
      heading: words.say('axis.landing'),
      columns: columnsOf(words),
      rows,
      totals: answer.totals,
      usualSort: search.get('sort') === 'none' ? null : SORT,
      chart: chartOf(rows, words),
      figures: totalsOf(METRICS, words),
      rebuildingSince: rules.rebuilding_since,
    };
  },
};
