import type { AnyModel } from '../models/models.ts';
import type { Unit } from '../../attribution/metrics.ts';
import type { Period } from '../parse/period.ts';
import type { Read } from '../parse/query.ts';
import type { LinesOf } from '../../store/clickhouse/drilldown/figure-conversions.ts';
import type { Scope } from '../../store/clickhouse/queries/scope.ts';

/** A figure of an analysis whose conversions can be listed, selected and not yet counted. */
export interface SelectedFigure {
  readonly read: Pick<Read, 'rules' | 'visible' | 'ads'>;
  /** The days of the analysis. */
  readonly period: Pick<Period, 'fromDay' | 'untilDay'>;
  /** What the state of the data is looked at for, ms. */
  readonly span: Pick<Period, 'from' | 'until'>;
  /** Null: the figure depends on none. */
  readonly model: AnyModel | null;
  readonly unit: Unit;
  /** How many of the smallest parts, in which it is handed out, make one. */
  readonly parts: number;
  /** Whether derived rows cannot tell it. */
  readonly fromEvents: boolean;
  readonly at: (plain: Scope) => Promise<FigureSnapshot>;
}

/** The figure at one version of the data. */
export interface FigureSnapshot {
  /** Whose conversions the lines are. */
  readonly scope: Scope;
  readonly lines: LinesOf;
  /** The figure as the analysis counts it, in smallest parts; null: it is the sum of what the lines give. */
  readonly figure: (() => Promise<bigint>) | null;
}

export const TOTAL = 'total';
