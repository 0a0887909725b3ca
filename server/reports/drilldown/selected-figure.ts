import type { AnyModel } from '../models/models.ts';
import type { Unit } from '../../attribution/metrics.ts';
import type { Period } from '../parse/period.ts';
import type { ResolvedQuery } from '../parse/query.ts';
import type { LinesOf } from '../../store/clickhouse/drilldown/figure-conversions.ts';
import type { Scope } from '../../store/clickhouse/queries/scope.ts';

/** A selected figure of an analysis, not yet counted, whose conversions can be listed. */
export interface SelectedFigure {
  readonly query: Pick<ResolvedQuery, 'rules' | 'visible' | 'ads'>;
  /** The days of the analysis. */
  readonly period: Pick<Period, 'fromDay' | 'untilDay'>;
  /** The range in ms for which the state of the data is read. */
  readonly span: Pick<Period, 'from' | 'until'>;
  /** The figure's model; null: the figure depends on none. */
  readonly model: AnyModel | null;
  readonly unit: Unit;
  /** The number of smallest units in one, in which the figure is distributed. */
  readonly parts: number;
  /** Whether derived rows cannot answer it. */
  readonly fromEvents: boolean;
  readonly at: (plain: Scope) => Promise<FigureSnapshot>;
}

/** The figure at one version of the data. */
export interface FigureSnapshot {
  /** The query of conversions for the lines. */
  readonly scope: Scope;
  readonly lines: LinesOf;
  /**
   * The figure as the analysis counts it, in smallest units; null: it is the sum of the lines' contributions.
   */
  readonly figure: (() => Promise<bigint>) | null;
}

export const TOTAL = 'total';
