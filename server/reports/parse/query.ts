import { modelOf, type Model } from '../../attribution/models.ts';
import { visibleAds, type Viewer } from '../../http/visibility.ts';
import { Failure } from '../../http/failures.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Scope } from '../../store/clickhouse/queries/scope.ts';
import {
  productRules,
  reportAds,
  type ProductRules,
  type ReportAd,
} from '../../store/postgres/reports/costs.ts';
import { AXIS_NAMES, axisOf, CUSTOM, type AxisNumber } from './axes.ts';
import { comparedPeriod, type Comparing } from './comparison.ts';
import { FILTER_FIELDS, readFilters, type Filters } from './filters.ts';
import type { Approval, MetricKey } from '../../attribution/metrics.ts';
import { readPeriod, type Period } from './period.ts';

/** The part of a query that every report shares: all but its rows. */
export interface BaseReportQuery extends Comparing {
  readonly productId: number;
  readonly from: string;
  readonly to: string;
  /**
   * Further filters as an address carries them: which contacts' rows are shown, and which conversions count.
   */
  readonly where?: string;
  readonly approval?: Approval;
  /**
   * For this one answer in the place of the product's rules: the tracking term in days, the seconds within
   * which a contact repeats another, the percent of decay.
   */
  readonly term?: number;
  readonly repeat?: number;
  readonly decay?: number;
}

/**
 * One question to the measure: which metrics, of which product and Tokyo days, in rows of which axis, with
 * credit under which model.
 */
export interface ReportParameters<Key extends MetricKey = MetricKey> extends BaseReportQuery {
  readonly axis: AxisNumber | typeof CUSTOM;
  /** Of the custom axis: one or two names, comma separated, the first the outer. */
  readonly axes?: string;
  /** 1..7; left out: the product's. */
  readonly model?: number;
  /**
   * 1 counts only visitors without an earlier conversion; 2 tells rows apart by the visitor of the last
   * contact, 3 by that of each contact.
   */
  readonly evaluation?: number;
  /** Whether rows tell their course over the period. */
  readonly trend?: boolean;
  readonly metrics: readonly Key[];
}

export type ReportParts = Pick<Dependencies, 'columnar' | 'db' | 'clock'>;
export interface Options {
  /** Gives the question up, and ends its queries. */
  readonly signal?: AbortSignal;
  /**
   * For tests and measurements: reads the events although derived rows are there, or fails where they are
   * not.
   */
  readonly source?: Scope['source'];
  /** Counts the events up to this one, as another answer did. */
  readonly mark?: string;
}

/** The product's rules, or others in their place, and for whom the report is made. */
export interface ReportRules extends ProductRules {
  readonly userId: number;
  readonly repeat?: number;
}

/** A question that may be asked, with what it is answered by. */
export interface Checked {
  readonly companyId: number;
  readonly rules: ReportRules;
  readonly period: Period;
  readonly visible: 'all' | ReadonlySet<number>;
  readonly ads: readonly ReportAd[];
}

/** @throws {Failure} `invalid`, `no_permission_for_data` */
export const check = async (
  { db }: ReportParts,
  viewer: Viewer,
  question: Pick<ReportParameters, 'productId' | 'from' | 'to'>,
): Promise<Checked> => {
  const seen = visibleAds(viewer, question.productId);
  const period = readPeriod(question);
  const [rules, ads] = await Promise.all([
    productRules(db, viewer.companyId, question.productId),
    reportAds(db, viewer.companyId, question.productId),
  ]);
  if (rules === null) throw new Failure('no_permission_for_data');
  return {
    companyId: viewer.companyId,
    rules: { ...rules, userId: viewer.userId },
    period,
    visible: seen === 'all' ? 'all' : new Set(seen),
    ads,
  };
};

/** What a question asks for, read, with the rules that it overrides put into the product's. */
export interface Read extends Checked {
  readonly compared: Period | null;
  readonly filters: Filters;
  readonly approval: Approval;
  /** Which rules are not the product's. */
  readonly overridden: readonly string[];
}

/** @throws {Failure} `invalid`, `no_permission_for_data` */
export const readBaseQuery = async (
  parts: ReportParts,
  viewer: Viewer,
  question: BaseReportQuery,
  fields = FILTER_FIELDS,
): Promise<Read> => {
  const checked = await check(parts, viewer, question);
  const { term, repeat } = question;
  return {
    ...checked,
    rules: {
      ...checked.rules,
      ...(term !== undefined && { trackingTerm: term }),
      ...(repeat !== undefined && { repeat }),
    },
    compared: comparedPeriod(checked.period, question),
    filters: readFilters(question.where, checked, fields),
    approval: question.approval ?? 'approved',
    overridden: (['term', 'repeat', 'decay'] as const).filter(name => question[name] !== undefined),
  };
};

/** The model that a question asks for. @throws {Failure} `invalid` */
export const modelAsked = (number: number): Model => {
  const model = modelOf(number);
  if (model === null) throw new Failure('invalid', { fields: { model: ['choice'] } });
  return model;
};

/**
 * The names of a question's axes, the outer first.
 *
 * @throws {Failure} `invalid`: none, more than two, twice the same, or unknown
 */
export const axesAsked = ({ axis, axes }: Pick<ReportParameters, 'axis' | 'axes'>): readonly string[] => {
  if (axis !== CUSTOM) {
    if (axes !== undefined) throw new Failure('invalid', { fields: { axes: ['choice'] } });
    return [axisOf(axis).name];
  }
  if (axes === undefined || axes === '') throw new Failure('invalid', { fields: { axes: ['required'] } });
  const names = axes.split(',');
  if (names.length > 2)
    throw new Failure('invalid', { fields: { axes: [{ code: 'too_many', values: { max: 2 } }] } });
  if (names.some(name => !AXIS_NAMES.includes(name)))
    throw new Failure('invalid', { fields: { axes: ['choice'] } });
  if (new Set(names).size < names.length) throw new Failure('invalid', { fields: { axes: ['duplicate'] } });
  return names;
};
