import { Suspense, useMemo, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Analysis } from '../../../analyses/analysis.ts';
import { AD_AXES, type Axis } from '../../../analyses/axes.ts';
import { AD_FILTERS } from '../../../analyses/filters.ts';
import { arranged } from '../../../components/grid/order.ts';
import { RowsPlaceholder } from '../../../components/states.tsx';
import { useAddress, type RawSearch } from '../../../console/address.ts';
import { present } from '../../../resources/row.ts';
import '../../screens.css';
import '../analysis.css';
import { Glossary } from '../search/metric-glossary.tsx';
import { PrintHead } from '../../print/print-view.tsx';
import { fileColumns } from '../search/query.ts';
import { ReportBar } from '../search/report-bar.tsx';
import { ReportView } from './report-view.tsx';
import { readAnalysisSearch } from '../search/read-search.ts';
import type { AnalysisSearch } from '../search/search.ts';
import type { Navigate, ReportContext } from './context.ts';
import { useReport, useTranslate } from './use-report.ts';
import { useReportQuery, useReportContext } from './use-context.ts';
import { Views } from '../search/views.tsx';
import { PANELS, type Panel } from '../views/panels.ts';

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
 * of the other views. Those have one axis over ads and filters of ads.
 */
export const AnalysisScreen = ({ analysis, title, lead, by = null }: Props) => {
  const translate = useTranslate();
  const overAds = useMemo(
    (): Analysis => ({
      ...analysis,
      axes: AD_AXES,
      nested: false,
      models: null,
      controls: ['filters'],
      filters: AD_FILTERS,
    }),
    [analysis],
  );
  const read = useMemo(() => {
    const [readSearch, readOverAds] = [readAnalysisSearch(analysis), readAnalysisSearch(overAds)];
    return (raw: RawSearch): AnalysisSearch => {
      const search = readSearch(
        by === null || raw['by'] !== undefined || raw['axis'] !== undefined ? raw : { ...raw, by },
      );
      return search.view in PANELS ? readOverAds(raw) : search;
    };
  }, [analysis, overAds, by]);
  const [search, go] = useAddress(read);
  const View = PANELS[search.view];
  return (
    <article className="tp-screen tp-analysis">
      <header className="tp-screen-head">
        <h1>{title ?? translate(`analysis.${analysis.name}.title`)}</h1>
        <p>{lead ?? <FormattedMessage id={`analysis.${analysis.name}.lead`} />}</p>
      </header>
      {analysis.views.length > 1 && <Views analysis={analysis} view={search.view} />}
      {View === undefined ? (
        <Reported analysis={analysis} search={search} go={go} />
      ) : (
        <Viewed key={search.view} analysis={overAds} search={search} go={go} View={View} />
      )}
    </article>
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
const Reported = ({ analysis, search, go }: PartProps) => {
  const { parameters } = useReportQuery(analysis, search);
  const report = useReport(analysis, parameters, search);
  const context = useReportContext(analysis, search, go, report.counted);
  const PanelBelow = PANELS[analysis.below ?? ''];
  const isAnswered = report.report !== null || report.failure !== null;
  return (
    <>
      <PrintHead facts={context.facts} />
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
      {PanelBelow !== undefined && (
        <Suspense>
          <PanelBelow context={context} />
        </Suspense>
      )}
      {/* Only below an answer: its rows would push it down. */}
      {isAnswered && <Glossary metrics={analysis.columns.map(({ metric }) => metric)} />}
    </>
  );
};

/** Another view, which loads its own data and names its own files. */
const Viewed = ({ analysis, search, go, View }: PartProps & { readonly View: Panel }) => {
  const context = useReportContext(analysis, search, go, null);
  return (
    <>
      <PrintHead facts={context.facts} />
      <Suspense
        fallback={
          <>
            <ReportBar context={context} file={null} waited={null} />
            <section className="tp-panel">
              <RowsPlaceholder />
            </section>
          </>
        }
      >
        <View context={context} />
      </Suspense>
    </>
  );
};
