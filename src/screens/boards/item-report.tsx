import { useMemo, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { summaryOf, type Analysis } from '../../analyses/analysis.ts';
import { customAnalysis, innerAxis, type CustomPage } from '../../analyses/custom.ts';
import { metrics, type MetricKey } from '../../analyses/metrics.ts';
import { AwaitedChart } from '../../components/chart/chart.tsx';
import { Delta } from '../../components/delta.tsx';
import { DataGrid } from '../../components/grid/grid.tsx';
import { useFormatter } from '../../components/use-formatter.ts';
import { time } from '../../components/formats.ts';
import type { RawSearch } from '../../console/address.ts';
import { useAnalyses, type StoredAnalysis } from '../../console/analyses.ts';
import type { BoardItem } from '../../../machines/board-items.ts';
import { ReportStates } from '../analysis/report/report-states.tsx';
import { columnsOf, nameIn, numberAt, remainderRank } from '../analysis/report/figures.ts';
import { DrawnChart } from '../analysis/report/report-chart.tsx';
import { useReportContext, useReportQuery } from '../analysis/report/use-context.ts';
import { useReport, useTranslate, type Report } from '../analysis/report/use-report.ts';
import { namelessText } from '../analysis/search/use-facts.ts';
import { readAnalysisSearch } from '../analysis/search/read-search.ts';
import type { ReportContext } from '../analysis/report/context.ts';

interface PartProps {
  readonly analysis: Analysis;
  readonly context: ReportContext;
  readonly report: Report;
  readonly item: BoardItem;
}

/** Whether the report has a metric; the setting of a custom analysis can be changed. */
const isMetricOf = ({ columns }: Analysis, name: string | undefined): name is MetricKey =>
  columns.some(({ metric }) => metric === name);

/** One figure of the report: a total, with its change where the report compares periods. */
const ItemFigure = ({ analysis, context, report: { totals }, item }: PartProps) => {
  const translate = useTranslate();
  const format = useFormatter();
  const metric = item.metric ?? summaryOf(analysis)[0];
  if (!isMetricOf(analysis, metric))
    return (
      <p className="tp-note">
        <FormattedMessage id="report_board.no_metric" />
      </p>
    );
  const value = numberAt(totals, metric);
  return (
    <dl className="tp-board-figure">
      <dt>{nameIn(metric, translate)}</dt>
      <dd>
        <strong>{totals === null ? '' : format(metrics[metric].format, value)}</strong>
        {context.search.compare !== null && totals !== null && (
          <Delta
            now={value}
            before={numberAt(totals.compared, metric)}
            moreIsBetter={metrics[metric].moreIsBetter}
          />
        )}
      </dd>
    </dl>
  );
};

const ItemChart = ({ analysis, context, report: { rows } }: PartProps) => {
  if (context.search.item === '')
    return (
      <p className="tp-note">
        <FormattedMessage id="report_board.no_chart" />
      </p>
    );
  return rows === null ? (
    <AwaitedChart
      kind={analysis.chart.kind}
      categories={analysis.chart.over === 'time' ? 0 : analysis.chart.top}
      series={1}
    />
  ) : (
    <DrawnChart analysis={analysis} context={context} rows={rows} />
  );
};

const keyOf = (row: { readonly key: string }): string => row.key;

/** The rows of the report with the columns of the view; inner rows are left out, as they need the room of a page. */
const ItemTable = ({ analysis, context, report: { rows, totals, busy } }: PartProps) => {
  const translate = useTranslate();
  const { axis, step, sort } = context.search;
  const columns = useMemo(
    () => columnsOf(analysis, { axis, by: null, step }, translate),
    [analysis, axis, step, translate],
  );
  const outer = useMemo(() => rows?.filter(({ level }) => level !== 1) ?? null, [rows]);
  const total = useMemo(
    () => (totals === null ? undefined : { row: totals, label: translate('analysis.total') }),
    [totals, translate],
  );
  const sorted = columns.find(({ field }) => field === sort?.field);
  return (
    <DataGrid
      label={translate(`analysis.${analysis.name}.title`)}
      columns={columns}
      rows={outer}
      rowKey={keyOf}
      remainderRank={remainderRank}
      busy={busy}
      hidden={context.columnChoice.hidden}
      order={context.columnChoice.order}
      sort={sorted === undefined ? null : { field: sorted.field, descending: sort?.descending === true }}
      {...(total && { totals: total })}
    />
  );
};

const PARTS = { chart: ItemChart, table: ItemTable, figure: ItemFigure } as const;

interface ReportProps {
  readonly analysis: Analysis;
  readonly raw: RawSearch;
  readonly item: BoardItem;
}

/**
 * What an item shows of the report of its saved view, with the conditions of the report below its title. They begin
 * with the product, which is that of the whole page.
 */
export const AnalysisItem = ({ analysis, raw, item }: ReportProps) => {
  const [dropped, setDropped] = useState<RawSearch>({});
  const search = useMemo(
    () => readAnalysisSearch(analysis)({ ...raw, ...dropped }),
    [analysis, raw, dropped],
  );
  const { parameters } = useReportQuery(analysis, search);
  const report = useReport(analysis, parameters, search);
  const go = (changes: Readonly<Record<string, unknown>>): void =>
    setDropped(before => ({ ...before, ...(changes as RawSearch) }));
  const context = useReportContext(analysis, search, go, report.counted);
  const Part = PARTS[item.kind];
  const { failure, rows, busy, reload } = report;
  const since = report.report?.rules?.rebuilding_since;
  return (
    <div className={busy && rows !== null ? 'tp-dim' : undefined} aria-busy={busy}>
      <div className="tp-board-conditions">
        <p className="tp-note">{context.facts.slice(1).map(namelessText).join(' · ')}</p>
        {since && (
          <p className="tp-note">
            <FormattedMessage id="analysis.rebuilding" values={{ time: time(since) }} />
          </p>
        )}
      </div>
      {failure !== null || rows?.length === 0 ? (
        <ReportStates context={context} failure={failure} onAgain={reload} />
      ) : (
        <Part analysis={analysis} context={context} report={report} item={item} />
      )}
    </div>
  );
};

/** The same for a custom analysis, which the setting of the current product composes. */
export const CustomItem = ({
  page,
  raw,
  item,
}: Omit<ReportProps, 'analysis'> & { readonly page: CustomPage }) => {
  const setting = useAnalyses()(page);
  // The setting is a new object on each render; the analysis is rebuilt only when its content changes.
  const words = JSON.stringify(setting);
  const composed = useMemo(() => {
    const stored = JSON.parse(words) as StoredAnalysis | null;
    if (stored === null) return null;
    const by = raw['by'] === undefined && raw['axis'] === undefined ? innerAxis(stored) : null;
    return { analysis: customAnalysis(page, stored), raw: by === null ? raw : { ...raw, by } };
  }, [page, raw, words]);
  return composed === null ? (
    <p className="tp-note">
      <FormattedMessage id="custom.none" />
    </p>
  ) : (
    <AnalysisItem {...composed} item={item} />
  );
};
