import { useMemo, useState } from 'react';
import type { Analysis, ReportRow } from '../../../analyses/analysis.ts';
import { Button } from '../../../components/button.tsx';
import type { Tree } from '../../../components/grid/tree.ts';
import type { DrillDown, RowAction } from '../../../components/grid/types.ts';
import { Icon } from '../../../components/icon.tsx';
import { useToday } from '../../../components/use-today.ts';
import { present } from '../../../resources/row.ts';
import { logSearchOf } from '../drilldown/log-search.ts';
import { columnsOf, comparedIn } from './figures.ts';
import { ReportChart } from './report-chart.tsx';
import { ReportFooter } from './report-footer.tsx';
import { ReportTable } from './report-table.tsx';
import { writeAnalysisSearch } from '../search/search.ts';
import type { ReportContext } from './context.ts';
import { useFigureConversions } from '../drilldown/use-figure-conversions.tsx';
import { useDrill } from '../drilldown/use-log-links.ts';
import { useTranslate, type Report } from './use-report.ts';

const keyOf = (row: ReportRow): string => row.key;
const parentOf = (row: ReportRow): string | null => row.parent ?? null;

interface Props {
  readonly analysis: Analysis;
  readonly site: ReportContext;
  readonly report: Report;
}

/** The columns that the report has values for, and the sort of the address where it names one of them. */
const useColumns = ({ analysis, site, report: { report } }: Props) => {
  const translate = useTranslate();
  const unfinished = site.days.to >= useToday();
  const { axis, by, step, sort: wanted } = site.search;
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

/** Folds inner rows under their outer row: single rows, or all of them by a button. */
const useFolding = (nested: boolean, rows: readonly ReportRow[] | null) => {
  const translate = useTranslate();
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => new Set());
  const tree = useMemo(
    (): Tree<ReportRow> | undefined =>
      nested
        ? {
            parentOf,
            folded,
            onFold: key =>
              setFolded(
                before =>
                  new Set(before.has(key) ? [...before].filter(other => other !== key) : [...before, key]),
              ),
          }
        : undefined,
    [nested, folded],
  );
  const outer = nested ? (rows ?? []).filter(row => parentOf(row) === null).map(keyOf) : [];
  const foldButton = outer.length > 1 && (
    <button
      type="button"
      className="tp-quiet"
      onClick={() => setFolded(new Set(folded.size > 0 ? [] : outer))}
    >
      {translate(folded.size > 0 ? 'analysis.unfold' : 'analysis.fold')}
    </button>
  );
  return { tree, foldButton };
};

interface TableProps extends Props {
  readonly figures: DrillDown<ReportRow> | null;
  readonly actions: readonly RowAction<ReportRow>[];
}

/** The table of the general report; rows inside outer ones can be folded. */
const GeneralTable = ({ figures, actions, ...props }: TableProps) => {
  const { analysis, site, report } = props;
  const { search, go, columnChoice } = site;
  const translate = useTranslate();
  const { columns, sort } = useColumns(props);
  const { tree, foldButton } = useFolding(search.by !== null, report.rows);
  return (
    <ReportTable
      site={site}
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

/** The metrics that the report has no values for. */
const AbsentMetrics = ({ metrics }: { readonly metrics: readonly string[] }) => {
  const translate = useTranslate();
  return metrics.length === 0 ? null : (
    <p className="tp-note">
      {translate('analysis.absent', {
        metrics: metrics.map(metric => translate(`metric.${metric}.name`)).join(translate('analysis.and')),
      })}
    </p>
  );
};

/** A report: its chart, its table with totals, and its footer. */
export const ReportView = (props: Props) => {
  const { analysis, site } = props;
  const { report, rows, totals, failure, busy } = props.report;
  const { search, query, days, compared } = site;
  const translate = useTranslate();
  const { figures, openTotal, dialog, ...drillDown } = useFigureConversions({
    parameters: query,
    days,
    compared,
    rows,
    totals: totals ?? undefined,
    watermark: report?.watermark ?? null,
    contactsOf: row => logSearchOf(analysis, row, search, days),
  });
  const drill = useDrill<ReportRow>({ analysis, search, days, productId: query.product_id });
  const actions = [...drillDown.actions, ...drill];

  /** Opens the conversions of a value in the chart, or runs the first action of its row. */
  const pick = (row: ReportRow, metric: string | undefined): void => {
    if (metric !== undefined && figures?.has(row, metric) === true) figures.open(row, metric);
    else actions.find(({ offered }) => offered?.(row) ?? true)?.run(row);
  };
  return (
    <>
      {failure === null && rows !== null && rows.length > 0 && (
        <ReportChart analysis={analysis} site={site} rows={rows} busy={busy} onPick={pick} />
      )}
      <section className="tp-panel">
        <GeneralTable {...props} figures={figures} actions={actions} />
        {failure === null && (
          <>
            {openTotal !== null && (
              <p>
                <Button
                  label={translate('drilldown.action_total')}
                  icon={<Icon name="detail" />}
                  onClick={openTotal}
                />
              </p>
            )}
            <AbsentMetrics metrics={present(report?.absent)} />
            {report !== null && <ReportFooter report={report} compared={compared} />}
          </>
        )}
      </section>
      {dialog}
    </>
  );
};
