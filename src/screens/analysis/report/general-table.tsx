import { useMemo } from 'react';
import type { Analysis, ReportRow } from '../../../analyses/analysis.ts';
import type { DrillDown, RowAction } from '../../../components/grid/types.ts';
import { useToday } from '../../../components/use-today.ts';
import { present } from '../../../resources/row.ts';
import { writeAnalysisSearch } from '../search/write-search.ts';
import type { ReportContext } from './context.ts';
import { columnsOf, comparedIn } from './figures.ts';
import { ReportTable } from './report-table.tsx';
import { useFolding } from './use-folding.tsx';
import { useTranslate, type Report } from './use-report.ts';

interface Props {
  readonly analysis: Analysis;
  readonly context: ReportContext;
  readonly report: Report;
}

/** The columns that the report has values for, and the sort of the address where it names one of them. */
const useColumns = ({ analysis, context, report: { report } }: Props) => {
  const translate = useTranslate();
  const unfinished = context.days.to >= useToday();
  const { axis, by, step, sort: wanted } = context.search;
  const absent = useMemo(() => present(report?.absent), [report]);
  const columns = useMemo(
    () =>
      columnsOf(analysis, { axis, by, step }, translate, unfinished).filter(
        ({ field }) => !absent.includes(field),
      ),
    [analysis, axis, by, step, unfinished, absent, translate],
  );
  const sort = useMemo(() => {
    const column = columns.find(({ field }) => field === wanted?.field);
    return column === undefined ? null : { field: column.field, descending: wanted?.descending === true };
  }, [columns, wanted?.field, wanted?.descending]);
  return { columns, sort };
};

interface TableProps extends Props {
  readonly figures: DrillDown<ReportRow> | null;
  readonly actions: readonly RowAction<ReportRow>[];
}

/** The table of the general report; rows inside outer ones can be folded. */
export const GeneralTable = ({ figures, actions, ...props }: TableProps) => {
  const { analysis, context, report } = props;
  const { search, go, columnChoice } = context;
  const translate = useTranslate();
  const { columns, sort } = useColumns(props);
  const { tree, foldButton } = useFolding(search.by !== null, report.rows);
  return (
    <ReportTable
      context={context}
      title={translate(`analysis.${analysis.name}.title`)}
      query={report}
      columns={columns}
      leads={analysis.sort}
      rows={report.rows}
      totals={report.totals}
      sort={sort}
      onSort={next => go(writeAnalysisSearch({ sort: next }), { replace: true })}
      drillDown={figures}
      grid={{
        ...columnChoice,
        ...(tree && { tree }),
        ...(search.compare !== null && { secondLine: comparedIn }),
        ...(actions.length > 0 && { actions }),
      }}
      caption={foldButton}
    />
  );
};
