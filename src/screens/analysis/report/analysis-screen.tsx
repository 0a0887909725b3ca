import { Suspense, useMemo, type ComponentType, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Analysis, ReportRow } from '../../../analyses/analysis.ts';
import { AD_AXES, type Axis } from '../../../analyses/axes.ts';
import { AD_FILTERS } from '../../../analyses/filters.ts';
import { arranged } from '../../../components/grid/order.ts';
import { RowsAwaited } from '../../../components/states.tsx';
import { useAddress, type RawSearch } from '../../../console/address.ts';
import { present } from '../../../resources/row.ts';
import '../../screens.css';
import '../analysis.css';
import { Controls } from '../search/controls.tsx';
import { Glossary } from '../search/metric-glossary.tsx';
import { PaperHead } from '../print/print-view.tsx';
import { fileColumns } from '../search/query.ts';
import { ReportBar } from '../search/report-bar.tsx';
import { ReportView } from './report-view.tsx';
import { readAnalysisSearch, type AnalysisSearch } from '../search/search.ts';
import type { Go, Site } from './context.ts';
import { useReport, useSay } from './use-report.ts';
import { useAsked, useSite } from './use-context.ts';
import type { Views } from '../search/views.tsx';

type Panel = ComponentType<{ readonly site: Site }>;

interface Props<Row extends ReportRow> {
  readonly analysis: Analysis<Row>;
  /**
   * The views beside the report, by their names in the descriptor. They are asked for one axis over ads, and
   * narrowed to ads.
   */
  readonly views?: Readonly<Record<string, Panel>>;
  /** The way between them. */
  readonly Tabs?: typeof Views;
  /** What stands below the report. */
  readonly Below?: Panel;
  /** Its name and what it is for, where they are no messages of ours. */
  readonly title?: string;
  readonly lead?: ReactNode;
  /** The axis inside the first, unless the address says otherwise. */
  readonly by?: Axis | null;
}

/**
 * An analysis: its question, which the address owns, and the answer as a chart and a table with its footing,
 * or as one of its further views.
 */
export const AnalysisScreen = <Row extends ReportRow>({
  analysis,
  views,
  Tabs,
  Below,
  title,
  lead,
  by = null,
}: Props<Row>) => {
  const say = useSay();
  const plain = useMemo(
    (): Analysis<Row> => ({
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
    const [readSearch, narrow] = [readAnalysisSearch(analysis), readAnalysisSearch(plain)];
    return (raw: RawSearch): AnalysisSearch => {
      const search = readSearch(
        by === null || raw['by'] !== undefined || raw['axis'] !== undefined ? raw : { ...raw, by },
      );
      return views?.[search.view] === undefined ? search : narrow(raw);
    };
  }, [analysis, plain, views, by]);
  const [search, go] = useAddress(read);
  const View = views?.[search.view];
  return (
    <article className="tp-screen tp-analysis">
      <header className="tp-screen-head">
        <h1>{title ?? say(`${analysis.name}.title`)}</h1>
        <p>{lead ?? <FormattedMessage id={`${analysis.name}.lead`} />}</p>
      </header>
      {Tabs !== undefined && <Tabs analysis={analysis} view={search.view} />}
      {View === undefined ? (
        <Reported analysis={analysis} search={search} go={go} {...(Below && { Below })} />
      ) : (
        <Viewed key={search.view} analysis={plain} search={search} go={go} View={View} />
      )}
    </article>
  );
};

interface PartProps<Row extends ReportRow> {
  readonly analysis: Analysis<Row>;
  readonly search: AnalysisSearch;
  readonly go: Go;
}

/** The report itself. */
const Reported = <Row extends ReportRow>({
  analysis,
  search,
  go,
  Below,
}: PartProps<Row> & { readonly Below?: Panel }) => {
  const say = useSay();
  const { question, days } = useAsked(analysis, search);
  const report = useReport(analysis, question, search);
  const { counted } = report;
  const site = useSite(analysis, search, go, counted);
  const { hidden, order } = site.columnChoice;
  const absent = present(report.report?.absent);
  const shown = arranged(
    [{ field: 'label' }, ...analysis.columns.map(({ metric }) => ({ field: metric as string }))],
    order,
  )
    .map(({ field }) => field)
    .filter(field => !hidden.includes(field) && !absent.includes(field));
  return (
    <>
      <Controls
        analysis={analysis}
        search={search}
        go={go}
        days={days}
        counted={counted}
        facts={site.facts}
      />
      <PaperHead facts={site.facts} />
      <ReportBar
        site={site}
        narrows={analysis.controls.includes('filters')}
        file={{
          path: analysis.path,
          question: { ...question },
          columns: fileColumns(analysis, search, shown),
          sort: search.sort,
        }}
        waited={report}
      />
      {counted !== null && analysis.models !== null && (
        <p className="tp-note">{say(`model.${counted}.help`)}</p>
      )}
      <ReportView analysis={analysis} site={site} report={report} />
      {Below !== undefined && (
        <Suspense>
          <Below site={site} />
        </Suspense>
      )}
      <Glossary metrics={analysis.columns.map(({ metric }) => metric)} />
    </>
  );
};

/** Another view of it, which asks for itself and knows its files. */
const Viewed = <Row extends ReportRow>({
  analysis,
  search,
  go,
  View,
}: PartProps<Row> & { readonly View: Panel }) => {
  const site = useSite(analysis, search, go, null);
  return (
    <>
      <Controls
        analysis={analysis}
        search={search}
        go={go}
        days={site.days}
        counted={null}
        facts={site.facts}
      />
      <PaperHead facts={site.facts} />
      <Suspense
        fallback={
          <>
            <ReportBar site={site} file={null} waited={null} />
            <section className="tp-panel">
              <RowsAwaited />
            </section>
          </>
        }
      >
        <View site={site} />
      </Suspense>
    </>
  );
};
