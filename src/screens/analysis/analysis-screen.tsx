import { useMemo, type ComponentType } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Analysis, ReportRow } from '../../analyses/analysis.ts';
import { useToday } from '../../components/use-today.ts';
import { arranged } from '../../components/grid/order.ts';
import { useAddress } from '../../console/address.ts';
import { useProduct } from '../../console/product.ts';
import '../screens.css';
import './analysis.css';
import { Controls } from './controls.tsx';
import { Narrowing, useReportFilters } from './narrowing.tsx';
import { daysAsked, daysCompared, questionOf } from './question.ts';
import { ReportView } from './report-view.tsx';
import { readAnalysisSearch, writeAnalysisSearch } from './search.ts';
import type { Site } from './site.ts';
import { AnalysisTools } from './tools.tsx';
import { useColumnChoice } from './use-column-choice.ts';
import { useFacts } from './use-facts.ts';
import { useReport, useSay } from './use-report.ts';
import { Views } from './views.tsx';

interface Props<Row extends ReportRow> {
  readonly analysis: Analysis<Row>;
  /** The views beside the report, by their names in the descriptor. */
  readonly views?: Readonly<Record<string, ComponentType<{ readonly site: Site }>>>;
  /** What stands below the report. */
  readonly Below?: ComponentType<{ readonly site: Site }>;
}

/** An analysis: its question, which the address owns, and the answer as a chart and a table with its footing, or as one of its further views. */
export const AnalysisScreen = <Row extends ReportRow>({ analysis, views, Below }: Props<Row>) => {
  const say = useSay();
  const product = useProduct();
  const read = useMemo(() => readAnalysisSearch(analysis), [analysis]);
  const [search, go] = useAddress(read);
  const today = useToday();
  const days = daysAsked(search, today);
  const question = questionOf(analysis, search, product.id, today);
  const words = useReportFilters(analysis.filters);
  const columnChoice = useColumnChoice(analysis, search, go);
  const report = useReport(analysis, question, search);
  const counted = report.counted ?? (search.model === null ? null : Number(search.model));
  const facts = useFacts({ analysis, search, days, counted, words });
  const note = facts.map(({ text }) => text).join(' · ');
  const site: Site = { search, go, question, days, compared: daysCompared(search, days), words, facts, note, columnChoice };
  const View = views?.[search.view];
  const shown = arranged([{ field: 'label' }, ...analysis.columns.map(({ metric }) => ({ field: metric as string }))], columnChoice.order)
    .map(({ field }) => field).filter(field => !columnChoice.hidden.includes(field));

  return (
    <article className="tp-screen tp-analysis">
      <header className="tp-screen-head">
        <h1>{say(`${analysis.name}.title`)}</h1>
        <p><FormattedMessage id={`${analysis.name}.lead`} /></p>
      </header>
      {analysis.views.length > 1 && <Views analysis={analysis} view={search.view} />}
      <Controls analysis={analysis} search={search} go={go} days={days} counted={report.counted} />
      <div className="tp-bar">
        {analysis.controls.includes('filters') && <Narrowing words={words} conditions={search.conditions} onChange={conditions => go(writeAnalysisSearch({ conditions }))} />}
        {View === undefined && <AnalysisTools path={analysis.path} question={question} columns={shown} />}
      </div>
      {counted !== null && analysis.models && View === undefined && <p className="tp-note">{say(`model.${counted}.help`)}</p>}
      {View === undefined ? <ReportView analysis={analysis} site={site} report={report} /> : <View site={site} />}
      {Below !== undefined && View === undefined && <Below site={site} />}
    </article>
  );
};
