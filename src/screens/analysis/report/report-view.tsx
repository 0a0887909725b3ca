import { useMemo, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Analysis, ReportRow } from '../../../analyses/analysis.ts';
import { Button } from '../../../components/button.tsx';
import { DataGrid } from '../../../components/grid/grid.tsx';
import type { Tree } from '../../../components/grid/tree.ts';
import type { DrillDown, RowAction } from '../../../components/grid/types.ts';
import { useLeading } from '../../../components/grid/use-leading.ts';
import { Icon } from '../../../components/icon.tsx';
import { useToday } from '../../../components/use-today.ts';
import { present } from '../../../resources/row.ts';
import { useCopied } from '../../use-copied.ts';
import { logSearchOf } from '../drilldown/drill-address.ts';
import { columnsOf, comparedIn } from './figures.ts';
import { ReportChart } from './report-chart.tsx';
import { ReportFooter } from './report-footer.tsx';
import { Paper } from '../print/print-view.tsx';
import { writeAnalysisSearch } from '../search/search.ts';
import type { Site } from './context.ts';
import { Unanswered } from './report-states.tsx';
import { useBehindAddress } from '../drilldown/use-figure-conversions.tsx';
import { useDrill } from '../drilldown/use-drill.ts';
import { useSay, type Report } from './use-report.ts';

const keyOf = (row: ReportRow): string => row.key;
const parentOf = (row: ReportRow): string | null => row.parent ?? null;

interface Props<Row extends ReportRow> {
  readonly analysis: Analysis<Row>;
  readonly site: Site;
  readonly report: Report<Row>;
}

/** The columns that the report has figures for, and the address' sort among them. */
const useColumns = <Row extends ReportRow>({ analysis, site, report: { report } }: Props<Row>) => {
  const say = useSay();
  const unfinished = site.days.to >= useToday();
  const { axis, by, step, sort: wanted } = site.search;
  const absent = useMemo(() => present(report?.absent), [report]);
  const columns = useLeading(
    useMemo(
      () =>
        columnsOf(analysis, { axis, by, step }, say, unfinished).filter(
          ({ field }) => !absent.includes(field),
        ),
      [analysis, axis, by, step, unfinished, absent, say],
    ),
    analysis.sort,
  );
  const sort = useMemo(() => {
    const column = columns.find(({ field }) => field === wanted?.field);
    return column === undefined ? null : { field: column.field, descending: wanted?.descending === true };
  }, [columns, wanted?.field, wanted?.descending]);
  return { columns, sort };
};

/** Folds the rows inside outer ones: one by one, and by a button all of them. */
const useFolding = <Row extends ReportRow>(nested: boolean, rows: readonly Row[] | null) => {
  const say = useSay();
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => new Set());
  const tree = useMemo(
    (): Tree<Row> | undefined =>
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
      {say(folded.size > 0 ? 'analysis.unfold' : 'analysis.fold')}
    </button>
  );
  return { tree, foldButton };
};

interface TableProps<Row extends ReportRow> extends Props<Row> {
  readonly figures: DrillDown<Row> | null;
  readonly actions: readonly RowAction<Row>[];
}

/** The rows on the screen and on paper. */
const ReportTable = <Row extends ReportRow>({ figures, actions, ...props }: TableProps<Row>) => {
  const { analysis, site } = props;
  const { rows, totals, failure, busy, reload } = props.report;
  const { search, go, columnChoice } = site;
  const say = useSay();
  const copied = useCopied();
  const [quick, setQuick] = useState('');
  const { columns, sort } = useColumns(props);
  const { tree, foldButton } = useFolding(search.by !== null, rows);
  const title = say(`${analysis.name}.title`);
  const secondLine = search.compare === null ? undefined : comparedIn;
  return (
    <>
      <DataGrid
        label={title}
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        busy={busy}
        instead={
          failure !== null || rows?.length === 0 ? (
            <Unanswered site={site} failure={failure} onAgain={reload} />
          ) : undefined
        }
        {...(totals && { totals })}
        {...(tree && { tree })}
        {...(secondLine && { secondLine })}
        {...(figures && { drillDown: figures })}
        sort={sort}
        onSort={next => go(writeAnalysisSearch({ sort: next }), { replace: true })}
        {...columnChoice}
        onCopied={copied}
        quick={quick}
        onQuick={setQuick}
        {...(actions.length > 0 && { actions })}
        caption={
          rows && (
            <>
              <FormattedMessage id="grid.rows" values={{ count: rows.length }} />
              {foldButton}
            </>
          )
        }
      />
      {rows !== null && failure === null && (
        <Paper
          title={title}
          columns={columns}
          hidden={columnChoice.hidden}
          order={columnChoice.order}
          sort={sort}
          rows={rows}
          rowKey={keyOf}
          totals={totals}
          secondLine={secondLine}
        />
      )}
    </>
  );
};

/** Which metrics the report has no figures for. */
const AbsentMetrics = ({ metrics }: { readonly metrics: readonly string[] }) => {
  const say = useSay();
  return metrics.length === 0 ? null : (
    <p className="tp-note">
      {say('analysis.absent', {
        metrics: metrics.map(metric => say(`metric.${metric}.name`)).join(say('analysis.and')),
      })}
    </p>
  );
};

/** A report: its chart, its table with totals, and what it stands on. */
export const ReportView = <Row extends ReportRow>(props: Props<Row>) => {
  const { analysis, site } = props;
  const { report, rows, totals, failure, busy } = props.report;
  const { search, question, days, compared } = site;
  const say = useSay();
  const { figures, openTotal, dialog, ...drillDown } = useBehindAddress({
    question,
    days,
    compared,
    rows,
    totals: totals?.row,
    watermark: report?.watermark ?? null,
    contactsOf: row => logSearchOf(analysis, row, search, days),
  });
  const drill = useDrill<Row>({ analysis, search, days, productId: question.product_id });
  const actions = [...drillDown.actions, ...drill];

  /** From a value of the chart to what it counts, as from its row in the table. */
  const pick = (row: Row, metric: string | undefined): void => {
    if (metric !== undefined && figures?.has(row, metric) === true) figures.open(row, metric);
    else actions.find(({ offered }) => offered?.(row) ?? true)?.run(row);
  };
  return (
    <>
      {failure === null && rows !== null && rows.length > 0 && (
        <ReportChart analysis={analysis} site={site} rows={rows} busy={busy} onPick={pick} />
      )}
      <section className="tp-panel">
        <ReportTable {...props} figures={figures} actions={actions} />
        {failure === null && (
          <>
            {openTotal !== null && (
              <p>
                <Button
                  label={say('behind.action_total')}
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
