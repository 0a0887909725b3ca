import { memo, Suspense, useMemo, type ReactNode } from 'react';
import type { Analysis } from '../../../analyses/analysis.ts';
import type { Axis } from '../../../analyses/axes.ts';
import { OVER_ADS } from '../../../analyses/over-ads.ts';
import { arranged } from '../../../components/grid/order.ts';
import { RowsPlaceholder } from '../../../components/states.tsx';
import { useAddress, type RawSearch } from '../../../console/address.ts';
import { present } from '../../../resources/row.ts';
import { Glossary } from '../search/metric-glossary.tsx';
import { fileColumns } from '../search/query.ts';
import { ReportBar } from '../search/report-bar.tsx';
import { ReportView } from './report-view.tsx';
import { readAnalysisSearch } from '../search/read-search.ts';
import type { AnalysisSearch } from '../search/search.ts';
import type { Navigate, ReportContext } from './context.ts';
import { useReport } from './use-report.ts';
import { useReportQuery, useReportContext } from './use-context.ts';
import { VIEWS } from '../views/views.ts';
import { AnalysisFrame } from './analysis-frame.tsx';

interface Props {
  readonly analysis: Analysis;
  /** The title and the introduction where they are not the messages of the analysis. */
  readonly title?: string;
  readonly lead?: ReactNode;
  /** The second axis where the address names none. */
  readonly by?: Axis | null;
}

/**
 * The screen of an analysis: the query, which the address holds, and the answer as a chart and a table, or one
 * of the other views.
 */
export const AnalysisScreen = ({ analysis, title, lead, by = null }: Props) => {
  const read = useMemo(() => {
    const readSearch = readAnalysisSearch(analysis);
    return (raw: RawSearch): AnalysisSearch =>
      readSearch(by === null || raw['by'] !== undefined || raw['axis'] !== undefined ? raw : { ...raw, by });
  }, [analysis, by]);
  const [search, go] = useAddress(read);
  const View = VIEWS[search.view];
  return (
    <AnalysisFrame analysis={analysis} title={title} lead={lead} view={search.view}>
      {View === undefined ? (
        <Reported analysis={analysis} search={search} go={go} />
      ) : (
        <Suspense key={search.view} fallback={<AwaitedView analysis={analysis} />}>
          <View host={analysis} />
        </Suspense>
      )}
    </AnalysisFrame>
  );
};

interface PartProps {
  readonly analysis: Analysis;
  readonly search: AnalysisSearch;
  readonly go: Navigate;
}

/** The fields of the shown columns in their order. */
const shownFields = (
  analysis: Analysis,
  { hidden, order }: ReportContext['columnChoice'],
  absent: readonly string[],
): readonly string[] =>
  arranged(
    [{ field: 'label' }, ...analysis.columns.map(({ metric }) => ({ field: metric as string }))],
    order,
  )
    .map(({ field }) => field)
    .filter(field => !hidden.includes(field) && !absent.includes(field));

/** The report. */
const Reported = memo(({ analysis, search, go }: PartProps) => {
  const { parameters } = useReportQuery(analysis, search);
  const report = useReport(analysis, parameters, search);
  const context = useReportContext(analysis, search, go, report.counted);
  const ViewBelow = VIEWS[analysis.below ?? ''];
  const isAnswered = report.report !== null || report.failure !== null;
  return (
    <>
      <ReportBar
        context={context}
        file={{
          path: analysis.path,
          parameters: { ...parameters },
          columns: fileColumns(
            analysis,
            search,
            shownFields(analysis, context.columnChoice, present(report.report?.absent)),
          ),
          sort: search.sort,
        }}
        waited={report}
      />
      <ReportView analysis={analysis} context={context} report={report} />
      {ViewBelow !== undefined && (
        <Suspense>
          <ViewBelow host={analysis} />
        </Suspense>
      )}
      {/* Only below an answer: its rows would push it down. */}
      {isAnswered && <Glossary analysis={analysis} />}
    </>
  );
});

/** A view of an analysis while its code is loaded: the conditions, which all views share. */
const AwaitedView = ({ analysis }: { readonly analysis: Analysis }) => {
  const framed = useMemo(() => ({ ...analysis, ...OVER_ADS }), [analysis]);
  const read = useMemo(() => readAnalysisSearch(framed), [framed]);
  const [search, go] = useAddress(read);
  const context = useReportContext(framed, search, go, null);
  return (
    <>
      <ReportBar context={context} file={null} waited={null} />
      <section className="tp-panel">
        <RowsPlaceholder />
      </section>
    </>
  );
};
