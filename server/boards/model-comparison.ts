import type { Static } from '@fastify/type-provider-typebox';
import { computeModelComparison } from '../reports/analyses/model-comparison/compute.ts';
import { parseModelComparisonQuery } from '../reports/analyses/model-comparison/query.ts';
import { ModelComparisonQuery } from '../reports/analyses/model-comparison/schema.ts';
import { NO_CONTACT_ROW } from '../reports/count/rows.ts';
import { rowName } from '../reports/files/file-words.ts';
import type { Words } from '../wording/words.ts';
import { METRIC_FORMATS, OWN } from './declared-reports.ts';
import { columnOf, inUnit, valueOf } from './figures.ts';
import type { Search } from './saved-search.ts';
import { totalsOf, type OwnAnalysis, type OwnAnswer, type OwnColumn, type OwnRow } from './own-analysis.ts';

const { models: MODELS, measures: MEASURES, defaultModels: DEFAULT_MODELS, chart: CHART } = OWN.models;
/** The model that states removal effects. */
const MARKOV = '6';
/** Attributed CVs have nine decimals; subtraction of floating-point numbers adds more. */
const CREDIT_DECIMALS = 9;
/** Metrics that are the same under every model. */
export const FIGURES = ['cv', 'amount_sum', 'clicks', 'ad_cost'] as const;

type Measure = (typeof MEASURES)[number];

interface Compared {
  readonly measure: Measure;
  /** The shown models, two of which are compared. */
  readonly models: readonly string[];
  readonly isPair: boolean;
}

const readModels = (text: string | undefined): readonly string[] => {
  if (text === 'all') return MODELS;
  const models = text?.split(',') ?? [];
  const [first, second] = models;
  const isPair =
    models.length === 2 && first !== second && models.every(model => MODELS.some(known => known === model));
  return isPair ? models : DEFAULT_MODELS;
};

const readCompared = (search: Search): Compared => {
  const models = readModels(search.get('models'));
  return {
    measure: MEASURES.find(measure => measure === search.get('measure')) ?? MEASURES[0],
    models,
    isPair: models.length === 2,
  };
};

const shareOf = (row: object, measure: Measure, model: string): number =>
  valueOf(row, `${measure}_${model}`) ?? 0;

const withDifference = <Row extends object>(row: Row, { measure, models, isPair }: Compared) => {
  const [first = '', second = ''] = models;
  const difference = shareOf(row, measure, second) - shareOf(row, measure, first);
  return { ...row, difference: isPair ? Number(difference.toFixed(CREDIT_DECIMALS)) : null };
};

const columnsOf = ({ measure, models, isPair }: Compared, words: Words): readonly OwnColumn[] => {
  const { format } = METRIC_FORMATS[measure];
  return [
    { field: 'clicks', name: columnOf(words, 'clicks').name, format: METRIC_FORMATS.clicks.format },
    ...models.map(model => ({ field: `${measure}_${model}`, name: words.say(`model.${model}`), format })),
    ...(isPair ? [{ field: 'difference', name: words.say('what_if.difference'), format }] : []),
    ...(models.includes(MARKOV)
      ? [{ field: 'removal_effect', name: words.say('models.removal_effect'), format: 'percent' }]
      : []),
  ];
};

type ComparedRow = OwnRow & { readonly difference: number | null };

/** The largest differences, gains first; of all models, the rows with most credit under the first one. */
const chartOf = (
  rows: readonly ComparedRow[],
  compared: Compared,
  { words, axis }: { readonly words: Words; readonly axis: string },
): OwnAnswer['chart'] => {
  const { measure, models, isPair } = compared;
  const [first = '', second = ''] = models;
  const size = (row: ComparedRow): number =>
    isPair ? Math.abs(row.difference ?? 0) : shareOf(row, measure, first);
  const drawn = rows
    .filter(({ key }) => key !== NO_CONTACT_ROW.kind)
    .toSorted((a, b) => size(b) - size(a))
    .slice(0, isPair ? CHART.topDifferences : CHART.top);
  const fields = new Set(isPair ? ['difference'] : models.map(model => `${measure}_${model}`));
  return {
    kind: isPair ? 'diverging' : 'bars',
    title: words.say(isPair ? 'models.difference_chart' : 'models.chart', {
      name: inUnit(words, words.say(`metric.${measure}.name`), METRIC_FORMATS[measure].format),
      first: words.say(`model.${first}`),
      second: words.say(`model.${second}`),
      count: drawn.length,
    }),
    heading: axis,
    columns: columnsOf(compared, words).filter(({ field }) => fields.has(field)),
    rows: isPair ? drawn.toSorted((a, b) => (b.difference ?? 0) - (a.difference ?? 0)) : drawn,
  };
};

/** The comparison of models: the same conversions credited by two models with their difference, or by all. */
export const modelComparison: OwnAnalysis = {
  query: ModelComparisonQuery,
  parametersOf: () => ({}),
  read: async (parts, viewer, query, { search, axis, words }, options) => {
    const compared = readCompared(search);
    const answer = await computeModelComparison(
      parts,
      viewer,
      parseModelComparisonQuery(query as Static<typeof ModelComparisonQuery>),
      options,
    );
    const rows = answer.rows.map(row => ({
      ...withDifference(row, compared),
      label: rowName(words, '', row),
    }));
    const { measure, isPair } = compared;
    return {
      conditions: [words.say(`metric.${measure}.name`)],
      heading: axis,
      columns: columnsOf(compared, words),
      rows,
      totals: withDifference(answer.totals, compared),
      usualSort: isPair ? 'difference' : `${measure}_${MODELS[0]}`,
      chart: chartOf(rows, compared, { words, axis }),
      figures: totalsOf(FIGURES, words),
      rebuildingSince: answer.rules.rebuilding_since,
    };
  },
};
