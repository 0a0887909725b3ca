import type { Static } from '@fastify/type-provider-typebox';
import { computeAllocation } from '../reports/analyses/allocation/compute.ts';
import { ADJUSTMENTS } from '../reports/analyses/allocation/budget-allocation.ts';
import { columnsOfItems, ITEM_COLUMNS } from '../reports/analyses/allocation/items.ts';
import { parseAllocationQuery } from '../reports/analyses/allocation/query.ts';
import { AllocationQuery } from '../reports/analyses/allocation/schema.ts';
import type { Words } from '../wording/words.ts';
import { OWN } from './declared-reports.ts';
import { columnOf, inUnit } from './figures.ts';
import { formatFigure } from './format-figure.ts';
import { totalsOf, type OwnAnalysis, type OwnAnswer, type OwnColumn, type OwnRow } from './own-analysis.ts';
import { readHidden, type Search } from './saved-search.ts';

const {
  columns: COLUMNS,
  metrics: METRICS,
  models: MODELS,
  modes: MODES,
  sort: SORT,
  chart: CHART,
} = OWN.allocation;
const SPELT = new RegExp(ADJUSTMENTS, 'u');

type Answer = Awaited<ReturnType<typeof computeAllocation>>;
type Row = Answer['rows'][number];
interface AllocationRow extends OwnRow, Omit<Row, 'key' | 'label'> {
  /** The adjustment as text. */
  readonly adjusted: string;
}

/** The adjustments of an address in the order of ads, without invalid ones; empty: none. */
const readAdjustments = (text: string): string => {
  const found = new Map<string, string>();
  for (const part of text.split(',')) {
    const [ad = '', unit = '', amount = ''] = SPELT.test(part) ? part.split(':') : [];
    if (ad !== '') found.set(ad, `${unit}:${Number(amount)}`);
  }
  return [...found]
    .filter(([, adjustment]) => Number(adjustment.split(':')[1]) !== 0)
    .toSorted(([a], [b]) => Number(a) - Number(b))
    .map(([ad, adjustment]) => `${ad}:${adjustment}`)
    .join(',');
};

/** The columns that the item codes of an address leave out; null: it has no known codes. */
const hiddenByItems = (search: Search): readonly string[] | null => {
  const codes = (['items', 'simulation'] as const).filter(parameter => {
    const known = new Set(['0', ...ITEM_COLUMNS[parameter].map((_group, index) => String(index + 1))]);
    return search
      .get(parameter)
      ?.split(',')
      .some(code => known.has(code));
  });
  const shown = columnsOfItems(COLUMNS, Object.fromEntries(codes.map(name => [name, search.get(name)])));
  return shown && COLUMNS.filter(column => !shown.includes(column));
};

const columnsOf = (words: Words): readonly OwnColumn[] => {
  const metric = (field: (typeof METRICS)[number]): OwnColumn => ({ ...columnOf(words, field), field });
  const own = (field: string, format: string): OwnColumn => ({
    field,
    name: inUnit(words, words.say(`allocation.${field}`), format),
    format,
  });
  const [cost, ...results] = METRICS.map(metric);
  return [
    ...(cost === undefined ? [] : [cost]),
    own('share', 'percent'),
    own('allocated_cost', 'yen'),
    { field: 'adjusted', name: words.say('allocation.adjustment'), format: 'text' },
    own('adjusted_cost', 'yen'),
    ...results,
    own('expected_cv', 'share'),
    own('expected_amount', 'yen'),
    { ...own('response_basis', 'text'), texts: words.choices('', 'response_basis') },
  ];
};

const adjustmentText = ({ adjustment, adjustment_unit: unit }: Row, words: Words): string =>
  adjustment === null
    ? ''
    : words.say(`allocation.adjusted.${unit}`, {
        sign: adjustment > 0 ? '+' : '',
        amount: unit === 2 ? formatFigure('yen', adjustment, words) : String(adjustment),
      });

/** What is allocated, in words. */
const describePool = ({ pool, unallocated, totals }: Answer, words: Words): string => {
  const yen = (value: number | null) => formatFigure('yen', value, words);
  if (pool === 0) return words.say('allocation.no_cost');
  if (unallocated > 0) return words.say('allocation.unallocated', { yen: yen(unallocated) });
  if (!totals.difference) return words.say('allocation.summary_unadjusted', { pool: yen(pool) });
  return words.say('allocation.summary', {
    pool: yen(pool),
    adjusted: yen(totals.adjusted_cost),
    difference: `${totals.difference > 0 ? '+' : ''}${yen(totals.difference)}`,
  });
};

const sizeOf = ({ adjusted_cost: adjusted, ad_cost: cost }: AllocationRow): number => adjusted ?? cost ?? 0;

/** The ads with the largest parts: their cost, and what is allocated to them. */
const chartOf = (rows: readonly AllocationRow[], words: Words): OwnAnswer['chart'] => {
  const drawn = rows.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, CHART.top);
  const fields = new Set([
    'ad_cost',
    ...(rows.some(row => row.allocated_cost !== null) ? ['allocated_cost'] : []),
    // Without an adjustment the series would repeat the allocated cost.
    ...(rows.some(row => row.adjustment !== null) ? ['adjusted_cost'] : []),
  ]);
  return {
    kind: 'bars',
    title: `${words.say('allocation.chart')} · ${words.say('analysis.top', { count: drawn.length })}`,
    heading: words.say('axis.ad'),
    columns: columnsOf(words).filter(({ field }) => fields.has(field)),
    rows: drawn,
  };
};

/** The allocation of a budget to the ads, with adjustments and the expected results. */
export const allocation: OwnAnalysis = {
  query: AllocationQuery,
  parametersOf: search => {
    const mode = MODES.find(one => one === search.get('mode'));
    const model = MODELS.find(one => one === search.get('model'));
    const pool = search.get('pool') ?? '';
    const adjust = readAdjustments(search.get('adjust') ?? '');
    return {
      ...(model !== undefined && { model: Number(model) }),
      ...(mode !== undefined && { mode: Number(mode) }),
      ...(/^\d{1,12}$/.test(pool) && { pool: Number(pool) }),
      ...(adjust !== '' && { adjust }),
    };
  },
  hiddenOf: search => readHidden(search, COLUMNS) ?? hiddenByItems(search),
  read: async (parts, viewer, query, { search, words }, options) => {
    const answer = await computeAllocation(
      parts,
      viewer,
      parseAllocationQuery(query as Static<typeof AllocationQuery>),
      options,
    );
    const { rules } = answer;
    const rows = answer.rows.map(row => ({ ...row, adjusted: adjustmentText(row, words) }));
    return {
      conditions: [
        words.say(`model.${rules.model}`),
        words.say(`choice.ad_cost_allocation_mode.${rules.mode}`),
        describePool(answer, words),
      ],
      heading: words.say('axis.ad'),
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
