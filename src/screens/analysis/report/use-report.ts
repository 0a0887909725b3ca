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
import { named, stretchName, type Say } from './figures.ts';
import type { AnalysisSearch } from '../search/search.ts';

export interface Report<Row> extends Pick<
  TimedQueryState<object>,
  'failure' | 'busy' | 'reload' | 'long' | 'giveUp'
> {
  /** Null until there is an answer. */
  readonly report: ReportAnswer<Row>['report'];
  readonly rows: readonly Row[] | null;
  readonly totals: { readonly row: Row; readonly label: string } | undefined;
  /** The model that it was counted under. */
  readonly counted: number | null;
}

/** The screens' way to the translator, the same function until the language changes. */
export const useSay = (): Say => {
  const intl = useIntl();
  return useMemo((): Say => (id, values) => intl.formatMessage({ id }, values), [intl]);
};

/** Asks for a report as its address says, and names its rows in the language spoken now. */
export const useReport = <Row extends ReportRow>(
  analysis: Analysis<Row>,
  question: ReportParameters,
  { axis, by, step }: Pick<AnalysisSearch, 'axis' | 'by' | 'step'>,
): Report<Row> => {
  const say = useSay();
  const { answer, ...query } = useReportQueryState(analysis.operation, question);
  const report = answer?.report ?? null;
  const over = isOverTime(analysis);
  const rows = useMemo(() => {
    if (report === null) return null;
    if (!over) return present(report.rows).map(row => named(row, { axis, by }, say));
    const before = present(report.compared_rows);
    return present(report.rows).map((row, index) => ({
      ...row,
      label: stretchName(row.key, step),
      compared: before[index] ?? null,
    }));
  }, [report, over, step, axis, by, say]);
  const totals = useMemo(() => {
    const previous = question.compare === undefined ? null : report?.previous;
    const compared = over ? previous : report?.compared_totals;
    return report?.totals
      ? {
          row: { ...report.totals, key: 'total', label: '', compared: compared ?? null } as unknown as Row,
          label: say('analysis.total'),
        }
      : undefined;
  }, [report, over, question.compare, say]);
  return { report, rows, totals, counted: report?.rules?.model ?? null, ...query };
};
