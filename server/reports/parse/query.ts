import { modelOf, type Model } from '../../attribution/models.ts';
import { visibleAds, type Viewer } from '../../http/visibility.ts';
import { Failure } from '../../http/failures.ts';
import type { Dependencies, ProductDependencies } from '../../dependencies.ts';
import type { SourceName } from '../../store/clickhouse/queries/report-source.ts';
import { reportAds, type ReportAd } from '../../store/postgres/reports/costs.ts';
import { readAppliedRules, type AppliedRules } from './applied-rules.ts';
import { AXIS_NAMES, axisOf, CUSTOM, type AxisNumber } from './axes.ts';
import { comparedPeriod, type Comparing } from './comparison.ts';
import { FILTER_FIELDS, readFilters, type Filters } from './filters.ts';
import type { Approval } from '../../attribution/counted.ts';
import type { MetricKey } from '../../attribution/metrics.ts';
import { readPeriod, type Period } from './period.ts';

/** Rules of one answer that differ from those of the product. */
export interface RuleOverrides {
  /** Tracking term in days. */
  readonly term?: number;
  /** Seconds within which a contact is a repeated one. */
  readonly repeat?: number;
  /** Percentage by which a contact gets less credit than the next one under the model `decay`. */
  readonly decay?: number;
}

/** The names of the rules that a query overrides. */
export const overriddenRules = (parameters: RuleOverrides): ('term' | 'repeat' | 'decay')[] =>
  (['term', 'repeat', 'decay'] as const).filter(name => parameters[name] !== undefined);

/** The part of a query that every report shares: all but its rows. */
export interface BaseReportQuery extends Comparing, RuleOverrides {
  readonly productId: number;
  readonly from: string;
  readonly to: string;
  /**
   * Filters as an address carries them: the contacts whose rows are shown, and the conversions that count.
   */
  readonly where?: string;
  readonly approval?: Approval;
}

/** A report query: its metrics, product, Tokyo days, row axis and attribution model. */
export interface ReportParameters<Key extends MetricKey = MetricKey> extends BaseReportQuery {
  readonly axis: AxisNumber | typeof CUSTOM;
  /** Of the custom axis: one or two names, comma separated, the first the outer. */
  readonly axes?: string;
  /** 1..7; default: the product's. */
  readonly model?: number;
  /**
   * 1 counts only visitors without an earlier conversion; 2 splits rows by the visitor state of the last
   * contact, 3 by that of each contact.
   */
  readonly evaluation?: number;
  /** Whether rows include their trend over the period. */
  readonly trend?: boolean;
  readonly metrics: readonly Key[];
}

/** Without settings, reports that read the events are not limited. */
export type ReportParts = Pick<ProductDependencies, 'columnar' | 'slice' | 'db' | 'clock'> &
  Partial<Pick<Dependencies, 'settings'>> & {
    /** Marks the name of a deleted ad or group; absent in answers of the API, whose readers look it up. */
    readonly markDeleted?: (name: string) => string;
  };
/** The same before the product is known. */
export type ReportStores = Pick<Dependencies, 'slices' | 'db' | 'clock'> &
  Partial<Pick<Dependencies, 'settings'>>;
export interface ReportOptions {
  /** Cancels the query and its database queries. */
  readonly signal?: AbortSignal;
  /** For tests and measurements: reads the events although derived rows exist, or fails where they do not. */
  readonly source?: SourceName;
  /** Counts the events up to this one, for consistency with another answer. */
  readonly watermark?: string;
}

/** The product's rules, or overrides of them, and the viewer of the report. */
export interface ReportRules extends AppliedRules {
  readonly userId: number;
  readonly repeat?: number;
  /** The tracking term of the rules that `trackingTerm` overrides. */
  readonly ownTerm?: number;
}

/** An authorized query, with the rules and data that answer it. */
export interface AuthorizedQuery {
  readonly companyId: number;
  readonly rules: ReportRules;
  readonly period: Period;
  readonly visible: 'all' | ReadonlySet<number>;
  readonly ads: readonly ReportAd[];
}

/** @throws {Failure} `invalid`, `no_permission_for_data` */
export const authorizeQuery = async (
  parts: ReportParts,
  viewer: Viewer,
  parameters: Pick<ReportParameters, 'productId' | 'from' | 'to'>,
): Promise<AuthorizedQuery> => {
  const seen = visibleAds(viewer, parameters.productId);
  const period = readPeriod(parameters);
  const [rules, ads] = await Promise.all([
    readAppliedRules(parts, viewer.companyId, parameters.productId),
    reportAds(parts.db, viewer.companyId, parameters.productId),
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

/** An authorized query, with its overrides merged into the product's rules. */
export interface ResolvedQuery extends AuthorizedQuery {
  readonly compared: Period | null;
  readonly filters: Filters;
  readonly approval: Approval;
  /** The rules that differ from the product's. */
  readonly overridden: readonly string[];
}

/** @throws {Failure} `invalid`, `no_permission_for_data` */
export const resolveQuery = async (
  parts: ReportParts,
  viewer: Viewer,
  parameters: BaseReportQuery,
  fields = FILTER_FIELDS,
): Promise<ResolvedQuery> => {
  const checked = await authorizeQuery(parts, viewer, parameters);
  const { term, repeat } = parameters;
  return {
    ...checked,
    rules: {
      ...checked.rules,
      ...(term !== undefined && { trackingTerm: term, ownTerm: checked.rules.trackingTerm }),
      ...(repeat !== undefined && { repeat }),
    },
    compared: comparedPeriod(checked.period, parameters),
    filters: readFilters(parameters.where, checked, fields),
    approval: parameters.approval ?? 'approved',
    overridden: overriddenRules(parameters),
  };
};

/** The model that a query names. @throws {Failure} `invalid` */
export const parseModel = (number: number): Model => {
  const model = modelOf(number);
  if (model === null) throw new Failure('invalid', { fields: { model: ['choice'] } });
  return model;
};

/**
 * The names of a query's axes, the outer first.
 *
 * @throws {Failure} `invalid`: none, more than two, duplicates, or unknown names
 */
export const parseAxes = ({ axis, axes }: Pick<ReportParameters, 'axis' | 'axes'>): readonly string[] => {
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
