import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import {
  isOverTime,
  type Analysis,
  type ReportAnswer,
  type ReportParameters,
  type ReportRow,
} from '../../../analyses/analysis.ts';
import { present } from '../../../resources/row.ts';
import { useReportQueryState, type TimedQueryState } from '../../use-query.ts';
import { isUnmeasured } from './chart-shape.ts';
import { useMarked } from './deleted-entries.ts';
import { named, stretchName, type Translate } from './figures.ts';
import type { AnalysisSearch } from '../search/search.ts';

export interface Report extends Pick<
  TimedQueryState<object>,
  'failure' | 'busy' | 'reload' | 'slow' | 'cancel'
> {
  /** Null until there is an answer. */
  readonly report: ReportAnswer['report'];
  readonly rows: readonly ReportRow[] | null;
  readonly totals: ReportRow | null;
  /** The model of the answer; null: no model, or no answer yet. */
  readonly counted: number | null;
}

/** A function that formats messages, the same one until the language changes. */
export const useTranslate = (): Translate => {
  const intl = useIntl();
  return useMemo((): Translate => (id, values) => intl.formatMessage({ id }, values), [intl]);
};

/** Loads the report of an address, and names its rows in the current language. */
export const useReport = (
  analysis: Analysis,
  query: ReportParameters,
  { axis, by, step }: Pick<AnalysisSearch, 'axis' | 'by' | 'step'>,
): Report => {
  const translate = useTranslate();
  const { answer, ...state } = useReportQueryState(analysis.operation, query);
  const report = answer?.report ?? null;
  const over = isOverTime(analysis);
  const namedRows = useMemo(() => {
    if (report === null) return null;
    if (!over) return present(report.rows).map(row => named(row, { axis, by }, translate));
    const before = present(report.compared_rows);
    const intervals = present(report.rows).map((row, index) => ({
      ...row,
      label: stretchName(row.key, step),
      compared: before[index] ?? null,
    }));
    // The answer has a row for each interval. If all are empty, the screen explains what is missing.
    return isUnmeasured(intervals) ? [] : intervals;
  }, [report, over, step, axis, by, translate]);
  const rows = useMarked(namedRows, { axis, by }, translate);
  const totals = useMemo((): ReportRow | null => {
    const previous = query.compare === undefined ? null : report?.previous;
    const compared = over ? previous : report?.compared_totals;
    return report?.totals ? { ...report.totals, key: 'total', label: '', compared: compared ?? null } : null;
  }, [report, over, query.compare]);
  return { report, rows, totals, counted: report?.rules?.model ?? null, ...state };
};
