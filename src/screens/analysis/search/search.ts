import { ALL_MODELS, MODELS, type Framed, type Model } from '../../../analyses/analysis.ts';
import { EVENT_AXES, type Axis } from '../../../analyses/axes.ts';
import { AD_FILTERS } from '../../../analyses/filters.ts';
import type { Condition } from '../../../resources/filter.ts';
import type { PeriodSearch } from '../../period.ts';

export const COMPARISONS = ['previous_period', 'previous_year', 'custom'] as const;
export type Comparison = (typeof COMPARISONS)[number];
/** Display periods: the last 12 or 24 months and the current month, or days that the user chose. */
export const DISPLAYS = ['1', '2', 'custom'] as const;
export type Display = (typeof DISPLAYS)[number];
export const STEPS = ['month', 'week', 'day'] as const;
export type Step = (typeof STEPS)[number];
/**
 * How new and existing visitors are distinguished (docs/decisions/0004-metrics-axes-and-items.md); 0: they
 * are not.
 */
export const EVALUATIONS = ['0', '1', '2', '3'] as const;
export type Evaluation = (typeof EVALUATIONS)[number];

/** The query of an analysis and its presentation, as the address of its screen holds them. */
export interface AnalysisSearch extends PeriodSearch {
  readonly axis: Axis;
  /** The axis nested in the first. */
  readonly by: Axis | null;
  /** Null: the model of the product. */
  readonly model: Model | null;
  readonly compare: Comparison | null;
  readonly compareFrom?: string;
  readonly compareTo?: string;
  readonly conditions: readonly Condition[];
  readonly approval: 'approved' | 'unapproved';
  readonly evaluation: Evaluation;
  readonly display: Display;
  readonly step: Step;
  /** The group of metrics in the chart, by its first metric. */
  readonly item: string;
  readonly view: string;
  readonly sort: { readonly field: string; readonly descending: boolean } | null;
  /** Hidden columns; null: those that the user last chose for this screen. */
  readonly hide: readonly string[] | null;
}

/** Value of the parameter `hide` that hides no column: an address leaves out empty values. */
export const NO_COLUMN = '-';

/**
 * The models that a query may name. Models from the data distribute conversions among ads; they have no
 * answer for properties of contacts, conversions or visitors.
 */
export const modelsOf = (
  models: Framed['models'],
  { axis, by, evaluation, conditions }: Pick<AnalysisSearch, 'axis' | 'by' | 'evaluation' | 'conditions'>,
): readonly Model[] => {
  if (models === null) return [];
  const ofEvents =
    EVENT_AXES.has(axis) ||
    (by !== null && EVENT_AXES.has(by)) ||
    conditions.some(
      ({ field, unknown }) => unknown !== true && AD_FILTERS.every(filter => filter.field !== field),
    );
  return models === 'rules' || evaluation !== '0' || ofEvents ? MODELS : ALL_MODELS;
};
