import type { Static } from '@fastify/type-provider-typebox';
import type { MetricKey } from '../attribution/metrics.ts';
import { computeWhatIf } from '../reports/analyses/what-if/compute.ts';
import { WhatIfQuery, type WhatIfMetric } from '../reports/analyses/what-if/schema.ts';
import { parseReportQuery } from '../reports/analyses/row-report/query.ts';
import { rowName } from '../reports/files/file-words.ts';
import type { Words } from '../wording/words.ts';
import { METRIC_FORMATS, OWN } from './declared-reports.ts';
import { columnOf, inUnit } from './figures.ts';
import type { Search } from './saved-search.ts';
import type { OwnAnalysis, OwnAnswer, OwnColumn, OwnQuery, OwnRow } from './own-analysis.ts';

const { metrics: METRICS, models: MODELS, bounds: BOUNDS, chart: CHART } = OWN.what_if;
const RULES = ['term', 'repeat', 'decay'] as const;
const UNITS = { term: 'unit.days', repeat: 'unit.seconds', decay: 'unit.percent' } as const;

type Answer = Awaited<ReturnType<typeof computeWhatIf>>;
type Sides = Answer['totals'];
interface WhatIfRow extends OwnRow {
  readonly today: number | null;
  readonly what_if: number | null;
  readonly difference: number | null;
  readonly change: number | null;
}

/** The simulated rules of an address as parameters of the query; an absent or invalid rule is the present one. */
const triedRules = (search: Search): OwnQuery => {
  const model = MODELS.find(one => one === search.get('if_model'));
  const values = RULES.flatMap(rule => {
    const text = search.get(`if_${rule}`) ?? '';
    const { minimum, maximum } = BOUNDS[rule];
    const isValid = /^\d{1,5}$/.test(text) && Number(text) >= minimum && Number(text) <= maximum;
    return isValid ? [[rule, Number(text)] as const] : [];
  });
  return {
    ...(model !== undefined && { model: Number(model) }),
    ...(search.get('if_approval') === 'unapproved' && { approval: 'unapproved' }),
    ...Object.fromEntries(values),
  };
};

/** Whether the simulated rules equal the present ones. */
const isUnchanged = (
  tried: OwnQuery,
  { model, tracking_term: term, repeat, decay }: Answer['rules'],
): boolean => {
  const todays: OwnQuery = { model, term, repeat, decay };
  return Object.entries(tried).every(([rule, value]) => todays[rule] === value);
};

/** The simulated rules in words. */
const describeRules = (tried: OwnQuery, words: Words): string => {
  const { model, approval } = tried;
  const facts = [
    ...(model === undefined ? [] : [`${words.say('analysis.model')} ${words.say(`model.${model}`)}`]),
    ...(approval === undefined ? [] : [words.say('analysis.approval.unapproved')]),
    ...RULES.flatMap(rule => {
      const value = tried[rule];
      const unit = words.say(UNITS[rule]);
      return value === undefined
        ? []
        : [`${words.say(`what_if.${rule}`)} ${words.say('unit.named', { name: String(value), unit })}`];
    }),
  ];
  return facts.length === 0
    ? words.say('what_if.unchanged')
    : `${words.say('what_if.what_if')}: ${facts.join(words.say('analysis.and'))}`;
};

const readMetric = (search: Search): WhatIfMetric =>
  METRICS.find(metric => metric === search.get('measure')) ?? METRICS[0];

const figuresOf = ({ today, what_if: simulated, difference }: Sides, metric: WhatIfMetric) => {
  const [before, more] = [today[metric], difference[metric]];
  return {
    today: before,
    what_if: simulated[metric],
    difference: more,
    change: more === null || before === null || before === 0 ? null : more / before,
  };
};

const columnsOf = (metric: WhatIfMetric, words: Words): readonly OwnColumn[] => {
  const { format } = METRIC_FORMATS[metric];
  const column = (field: 'today' | 'what_if' | 'difference'): OwnColumn => ({
    field,
    name: inUnit(words, words.say(`what_if.${field}`), format),
    format,
  });
  return [
    column('today'),
    column('what_if'),
    column('difference'),
    { field: 'change', name: words.say('what_if.change'), format: 'percent' },
  ];
};

/** The rows with the largest differences, under the present and the simulated rules. */
const chartOf = (
  rows: readonly WhatIfRow[],
  metric: WhatIfMetric,
  { words, axis }: { readonly words: Words; readonly axis: string },
): OwnAnswer['chart'] => {
  const { format } = METRIC_FORMATS[metric];
  const drawn = rows
    .toSorted((a, b) => Math.abs(b.difference ?? 0) - Math.abs(a.difference ?? 0))
    .slice(0, CHART.top);
  return {
    kind: 'bars',
    title: words.say('what_if.chart', {
      name: inUnit(words, words.say(`metric.${metric}.name`), format),
      count: drawn.length,
    }),
    heading: axis,
    columns: [
      { field: 'today', name: words.say('what_if.today'), format, compared: true },
      { field: 'what_if', name: words.say('what_if.what_if'), format },
    ],
    rows: drawn,
  };
};

/** A total under the simulated rules, compared with that under the present ones. */
const figureColumns = (metric: WhatIfMetric, words: Words): readonly [OwnColumn, OwnColumn] => {
  const { name, format } = columnOf(words, metric);
  return [
    { field: `${metric}_what_if`, name, format },
    { field: `${metric}_today`, name: words.say('what_if.today'), format, compared: true },
  ];
};

/** A report under other rules beside the present one. */
export const whatIf: OwnAnalysis = {
  query: WhatIfQuery,
  parametersOf: triedRules,
  read: async (parts, viewer, query, { search, axis, words }, options) => {
    const answer = await computeWhatIf(
      parts,
      viewer,
      parseReportQuery(query as Static<typeof WhatIfQuery>),
      options,
    );
    const [metric, tried] = [readMetric(search), triedRules(search)];
    const { rules, totals } = answer;
    const rows = answer.rows.map(row => ({
      key: row.key,
      label: rowName(words, rules.axes[0] ?? '', row),
      ...figuresOf(row, metric),
    }));
    const sums = METRICS.flatMap(one => [
      [`${one}_today`, totals.today[one]],
      [`${one}_what_if`, totals.what_if[one]],
    ]);
    return {
      conditions: [words.say(`metric.${metric}.name`), describeRules(tried, words)],
      heading: axis,
      columns: columnsOf(metric, words),
      rows,
      totals: { ...figuresOf(totals, metric), ...Object.fromEntries(sums) },
      usualSort: 'today',
      chart: isUnchanged(tried, rules) ? 'rules' : chartOf(rows, metric, { words, axis }),
      figures: new Map<MetricKey, readonly [OwnColumn, OwnColumn]>(
        METRICS.map(one => [one, figureColumns(one, words)]),
      ),
      rebuildingSince: rules.rebuilding_since,
    };
  },
};
