import type { Static, TProperties } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { Viewer } from '../../http/visibility.ts';
import { codedCell, timeCell, textCell, type CellOf } from '../../downloads/cells.ts';
import { serveFiles } from '../../downloads/serve.ts';
import { sourceOf, type FileOf, type Found } from '../../downloads/source.ts';
import type { Words } from '../../wording/words.ts';
import type { Dependencies } from '../../dependencies.ts';
import { columnsOfItems, itemQuery } from '../analyses/allocation/items.ts';
import { askAllocation } from '../analyses/allocation/allocation.ts';
import { axisOf } from '../parse/axes.ts';
import { withCvInfo, type CvInfo } from '../analyses/cv-info/cv-info.ts';
import { cellOfReport, labelHeading, namesOf, oneBatch, wordsAsked, type FileRow } from './downloads.ts';
import { inOrder, orderQuery } from './file-order.ts';
import { axisHeading, lookOfReport, metricHeading, rowName, withUnit } from './file-words.ts';
import {
  allocationParametersOf,
  axisAsked,
  cvInfoParametersOf,
  analysisQueryOf,
  lpoParametersOf,
} from '../analyses/parse-analysis-query.ts';
import {
  AllocationQuery,
  AsideQuery,
  CvInfoQuery,
  JourneyQuery,
  LpoQuery,
  TransitionQuery,
} from '../analyses/analysis-schemas.ts';
import { askJourneys } from '../analyses/journeys/journeys.ts';
import { askLpo } from '../analyses/landing-pages/landing-pages.ts';
import { MODEL_NAMES } from '../models/models.ts';
import { askModelsAside } from '../analyses/model-comparison/model-comparison.ts';
import { questionOf } from '../parse/parse-query.ts';
import { askTransitions, MAX_MONTHS } from '../analyses/month-transition/month-transition.ts';
import { askWhatIf, WHAT_IF_METRICS } from '../analyses/what-if/what-if.ts';
import { WhatIfQuery } from '../analyses/what-if/schemas.ts';

/**
 * Downloads of the analyses: the content of their screens, with the same labels and order, and the sums as
 * the last row.
 */

/** The files of one analysis. Its columns have the names of the screen's columns. */
interface AnalysisFile<Query> {
  readonly name: string;
  readonly path: string;
  /** The message of its title. */
  readonly title: string;
  readonly query: TProperties;
  readonly columns: readonly string[];
  /** The columns by which its rows can be ordered. */
  readonly ordered?: boolean;
  readonly columnsAsked?: (fileQuery: FileRow) => readonly string[] | null;
  /** The label of a column that is no metric; null: the label of the lists. */
  readonly headingOf: (column: string, words: Words, fileQuery: Query) => string | null;
  readonly cellOf?: (column: string, words: Words) => CellOf;
  readonly find: (
    parts: Dependencies,
    viewer: Viewer,
    fileQuery: Query,
    context: {
      readonly words: Words;
      readonly signal: AbortSignal;
      readonly use: (found: Found) => Promise<void>;
    },
  ) => Promise<void>;
}

const analysisFile = <Query>({
  name,
  path,
  title,
  query,
  columns,
  columnsAsked,
  ordered = false,
  headingOf,
  cellOf = cellOfReport,
  find,
}: AnalysisFile<Query>): FileOf<Dependencies> => ({
  name,
  path: `analyses/${path}`,
  tag: 'analyses',
  access: 'signed-in',
  title,
  query: { ...query, ...(ordered && orderQuery(columns)) },
  columns,
  ...(columnsAsked && { columnsAsked }),
  cellOf,
  lookOf: lookOfReport,
  headingOf: (column, words, fileQuery) =>
    headingOf(column, words, fileQuery as Query) ??
    metricHeading(words, column) ??
    words.heading(name, column),
  find: (parts, viewer, fileQuery, use, signal) =>
    find(parts, viewer, fileQuery as Query, { words: wordsAsked(fileQuery), signal, use }),
});

const all = (rows: readonly FileRow[]): Found => ({ count: rows.length, batches: oneBatch(rows) });
const total = (words: Words, totals: object): FileRow => ({
  ...totals,
  key: 'total',
  label: words.say('analysis.total'),
});

/** The message of a column; yen columns include the unit. */
const headings =
  (texts: Readonly<Record<string, string>>, yen: readonly string[] = []) =>
  (column: string, words: Words): string | null => {
    const id = texts[column];
    return id === undefined ? null : withUnit(words, words.say(id), yen.includes(column) ? 'yen' : 'count');
  };

const MEASURES = ['cv', 'amount_sum', 'visitors'] as const;
const MONTHS = Array.from({ length: MAX_MONTHS + 1 }, (_, month) => month);

const monthHeading = (words: Words, month: string): string => {
  if (month === 'later') return words.say('transitions.later', { month: MAX_MONTHS + 1 });
  return month === '0' ? words.say('transitions.same_month') : words.say('transitions.month', { month });
};
export const transitions = analysisFile<Static<typeof TransitionQuery>>({
  name: 'transitions',
  path: 'transitions',
  title: 'transitions.title',
  query: TransitionQuery.properties,
  columns: [
    'label',
    'first_touch_count',
    'cv',
    'amount_sum',
    ...MEASURES.flatMap(measure => MONTHS.map(month => `${measure}_${month}`)),
    'cv_later',
    'amount_sum_later',
  ],
  headingOf: (column, words) => {
    if (column === 'label') return words.say('transitions.first_month');
    const [, measure, month = ''] = /^(\w+)_(\d+|later)$/.exec(column) ?? [];
    if (measure === undefined) return null;
    return words.say('unit.named', {
      name: monthHeading(words, month),
      unit: words.say(`transitions.measure.${measure}`),
    });
  },
  find: async (parts, viewer, fileQuery, { words, signal, use }) => {
    const { rows, totals } = await askTransitions(parts, viewer, analysisQueryOf(fileQuery), { signal });
    const line = ({ first_touch_count, cv, amount_sum, later, cells }: typeof totals): FileRow => ({
      first_touch_count,
      cv,
      amount_sum,
      cv_later: later.cv,
      amount_sum_later: later.amount_sum,
      ...Object.fromEntries(
        cells.flatMap(cell => MEASURES.map(measure => [`${measure}_${cell.month}`, cell[measure]])),
      ),
    });
    await use(
      all([
        ...rows.map(row => ({ ...line(row), label: row.key.replace('-', '/') })),
        total(words, line(totals)),
      ]),
    );
  },
});

/** A hidden ad keeps its position. */
const HIDDEN = '•••';
const nameOf = (ad: { readonly ad_name: string; readonly hidden: boolean } | null): string => {
  if (ad === null) return '';
  return ad.hidden ? HIDDEN : ad.ad_name;
};
const NEXT = ' → ';

const { after: _after, limit: _limit, ...whichConversions } = CvInfoQuery.properties;
export const cvInfo = analysisFile<Static<typeof CvInfoQuery>>({
  name: 'cvInfo',
  path: 'cv_info',
  title: 'log.cv_info.title',
  query: whichConversions,
  columns: [
    'cv_time',
    'cv_type',
    'cv_setting_name',
    'p_resid',
    'p_userid',
    'p_key1',
    'p_key2',
    'p_key3',
    'amount',
    'first_ad_name',
    'last_ad_name',
    'ad_type1',
    'ad_type2',
    'ad_type3',
    'contacts',
    'elapsed',
    'path_names',
    'conversion_id',
    'visitor_id',
    'cv_setting_id',
  ],
  headingOf: (column, words) =>
    column === 'elapsed' ? withUnit(words, words.heading('cvInfo', column), 'seconds') : null,
  cellOf: (column, words) => {
    if (column === 'cv_time') return timeCell;
    return column === 'cv_type' ? codedCell(words.choices('cvInfo', 'cv_type')) : textCell;
  },
  find: (parts, viewer, fileQuery, { signal, use }) =>
    withCvInfo(parts, viewer, cvInfoParametersOf(fileQuery), signal, async ({ count, batches }) => {
      const line = ({ first_ad, last_ad, path, ...row }: CvInfo): FileRow => ({
        ...row,
        first_ad_name: nameOf(first_ad),
        last_ad_name: nameOf(last_ad),
        path_names: [
          ...path.map(nameOf),
          ...(row.contacts > path.length ? [`+${row.contacts - path.length}`] : []),
        ].join(NEXT),
      });
      await use({
        count,
        batches: (async function* () {
          for await (const rows of batches) yield rows.map(line);
        })(),
      });
    }),
});

/**
 * The part of the address that distinguishes the pages of one site; the complete address is a separate
 * column.
 */
const pathOf = (url: string): string =>
  url.replace(/^https?:\/\/[^/]+(?=\/.)/, '').replace(/^https?:\/\//, '');

export const lpo = analysisFile<Static<typeof LpoQuery>>({
  name: 'lpoAnalysis',
  path: 'lpo_analysis',
  title: 'lpo.title',
  query: LpoQuery.properties,
  columns: [
    'label',
    'ad_name',
    'url',
    'clicks',
    'cv',
    'cvr',
    'amount_sum',
    'cv_division',
    'attr_cvr',
    'amount_division',
    'verdict',
    'difference',
    'p_value',
  ],
  ordered: true,
  headingOf: headings({
    label: 'axis.landing',
    ad_name: 'axis.ad',
    url: 'lpo.url',
    verdict: 'lpo.verdict',
    difference: 'lpo.difference',
    p_value: 'lpo.p_value',
  }),
  cellOf: (column, words) => (column === 'verdict' ? codedCell(words.choices('', 'verdict')) : textCell),
  find: async (parts, viewer, fileQuery, { words, signal, use }) => {
    const { rows, totals } = await askLpo(parts, viewer, lpoParametersOf(fileQuery), { signal });
    const label = ({ key, title, url }: (typeof rows)[number]) =>
      key === 'no_contact'
        ? words.say('analysis.no_contact')
        : title || pathOf(url) || words.say('analysis.unset');
    await use(
      all([
        ...inOrder(
          rows.map(row => ({ ...row, label: label(row) })),
          fileQuery,
        ),
        total(words, totals),
      ]),
    );
  },
});

/** Number of paths that a file lists individually; the screen lists fewer. */
const PATHS = 5000;
const STEPS: Readonly<Record<string, string>> = {
  none: 'analysis.unset',
  hidden: 'paths.hidden',
  others: 'paths.others',
};
const { limit: _paths, nodes: _nodes, ...whichPaths } = JourneyQuery.properties;
export const paths = analysisFile<Static<typeof JourneyQuery>>({
  name: 'conversionPaths',
  path: 'paths',
  title: 'attribution.view.paths',
  query: whichPaths,
  columns: ['label', 'length', 'cv', 'share', 'amount_sum', 'amount_avg', 'attr_avg'],
  headingOf: headings({ label: 'paths.path', length: 'paths.length', share: 'paths.share' }),
  find: async (parts, viewer, fileQuery, { words, signal, use }) => {
    const { rows, others, totals } = await askJourneys(
      parts,
      viewer,
      {
        ...analysisQueryOf(fileQuery),
        axis: axisAsked(fileQuery.axis),
        fold: fileQuery.fold ?? false,
        limit: PATHS,
        nodes: 1,
      },
      { signal },
    );
    const step = ({ key, label }: { readonly key: string; readonly label: string }) =>
      STEPS[key] === undefined ? label || words.say('analysis.unset') : words.say(STEPS[key]);
    const name = ({ steps, length }: (typeof rows)[number]) =>
      [
        ...steps.map(step),
        ...(length > steps.length ? [words.say('paths.more_steps', { count: length - steps.length })] : []),
      ].join(NEXT);
    await use(
      all([
        ...rows.map(row => ({ ...row, label: name(row) })),
        ...(others.paths > 0 ? [{ ...others, label: words.say('paths.others') }] : []),
        total(words, totals),
      ]),
    );
  },
});

/** A measure under a model: `cv_division_6`. */
const SHARE = /^(cv_division|amount_division)_(\d)$/;
export const models = analysisFile<Static<typeof AsideQuery>>({
  name: 'modelsSideBySide',
  path: 'models',
  title: 'attribution.view.models',
  query: AsideQuery.properties,
  columns: [
    'label',
    'key',
    'clicks',
    'cv',
    'amount_sum',
    'ad_cost',
    ...['cv_division', 'amount_division'].flatMap(measure =>
      MODEL_NAMES.map((_, index) => `${measure}_${index + 1}`),
    ),
    'removal_effect',
  ],
  ordered: true,
  headingOf: (column, words, { axis }) => {
    if (column === 'label') return axisHeading(words, [axisOf(axisAsked(axis)).name]);
    if (column === 'removal_effect') return words.say('models.removal_effect');
    const [, measure = '', model = ''] = SHARE.exec(column) ?? [];
    return model === ''
      ? null
      : words.say('unit.named', {
          name: words.say(`metric.${measure}.name`),
          unit: words.say(`model.${model}`),
        });
  },
  find: async (parts, viewer, fileQuery, { words, signal, use }) => {
    const { rows, totals } = await askModelsAside(
      parts,
      viewer,
      { ...analysisQueryOf(fileQuery), axis: axisAsked(fileQuery.axis) },
      { signal },
    );
    await use(
      all([
        ...inOrder(
          rows.map(row => ({ ...row, label: rowName(words, '', row) })),
          fileQuery,
        ),
        total(words, totals),
      ]),
    );
  },
});

const ALLOCATION_COLUMNS = [
  'label',
  'key',
  'ad_cost',
  'share',
  'allocated_cost',
  'adjusted',
  'adjusted_cost',
  'cv',
  'cv_division',
  'amount_sum',
  'amount_division',
  'attributed_cpa',
  'attributed_roas',
  'expected_cv',
  'expected_amount',
  'response_basis',
];
export const allocation = analysisFile<Static<typeof AllocationQuery>>({
  name: 'allocations',
  path: 'allocations',
  title: 'allocation.title',
  query: { ...AllocationQuery.properties, ...itemQuery },
  columns: ALLOCATION_COLUMNS,
  columnsAsked: fileQuery => columnsOfItems(ALLOCATION_COLUMNS, fileQuery),
  ordered: true,
  headingOf: headings(
    {
      label: 'axis.ad',
      share: 'allocation.share',
      allocated_cost: 'allocation.allocated_cost',
      adjusted: 'allocation.adjustment',
      adjusted_cost: 'allocation.adjusted_cost',
      expected_cv: 'allocation.expected_cv',
      expected_amount: 'allocation.expected_amount',
      response_basis: 'allocation.response_basis',
    },
    ['allocated_cost', 'adjusted_cost', 'expected_amount'],
  ),
  cellOf: (column, words) =>
    column === 'response_basis' ? codedCell(words.choices('', 'response_basis')) : textCell,
  find: async (parts, viewer, fileQuery, { words, signal, use }) => {
    const { rows, totals } = await askAllocation(parts, viewer, allocationParametersOf(fileQuery), {
      signal,
    });
    const adjusted = ({ adjustment, adjustment_unit: unit }: (typeof rows)[number]) =>
      adjustment === null
        ? ''
        : words.say(`allocation.adjusted.${unit}`, {
            sign: adjustment > 0 ? '+' : '',
            amount: unit === 2 ? adjustment.toLocaleString('en') : adjustment,
          });
    await use(
      all([
        ...inOrder(
          rows.map(row => ({ ...row, adjusted: adjusted(row) })),
          fileQuery,
        ),
        total(words, totals),
      ]),
    );
  },
});

const SIDES = ['today', 'what_if', 'difference'] as const;
/** A metric under one of the rule sets: `cv_today`, `cv_what_if`. */
const SIDE = /^(\w+?)_(today|what_if|difference)$/;
export const whatIf = analysisFile<Static<typeof WhatIfQuery>>({
  name: 'whatIf',
  path: 'what_if',
  title: 'attribution.view.what_if',
  query: WhatIfQuery.properties,
  columns: [
    'parent_label',
    'label',
    'visitor',
    'key',
    ...WHAT_IF_METRICS.flatMap(metric => SIDES.map(side => `${metric}_${side}`)),
  ],
  ordered: true,
  headingOf: (column, words, fileQuery) => {
    const [, metric = '', side = ''] = SIDE.exec(column) ?? [];
    return side === ''
      ? labelHeading(words, column, fileQuery)
      : words.say('unit.named', {
          name: metricHeading(words, metric) ?? metric,
          unit: words.say(`what_if.${side}`),
        });
  },
  find: async (parts, viewer, fileQuery, { words, signal, use }) => {
    const {
      rows,
      totals,
      rules: { axes },
    } = await askWhatIf(parts, viewer, questionOf(fileQuery), { signal });
    const sides = (row: typeof totals): FileRow =>
      Object.fromEntries(
        SIDES.flatMap(side => WHAT_IF_METRICS.map(metric => [`${metric}_${side}`, row[side][metric]])),
      );
    const names = namesOf(words, axes, rows);
    await use(
      all([
        ...inOrder(
          rows.map((row, index) => ({
            key: row.key,
            parent: row.parent,
            visitor: row.visitor,
            ...names[index],
            ...sides(row),
          })),
          fileQuery,
        ),
        { ...total(words, sides(totals)), parent_label: '', visitor: null },
      ]),
    );
  },
});

/** In the order in which the contract names them. */
const FURTHER_FILES = [transitions, cvInfo, lpo, paths, models, allocation, whatIf] as const;

/** Adds the files of the analyses. */
export const serveAnalysisFiles = (app: FastifyInstance, parts: Dependencies): void => {
  for (const file of FURTHER_FILES) serveFiles(app, parts, sourceOf(parts, file));
};
