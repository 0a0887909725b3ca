import { useEffect, useEffectEvent, useMemo } from 'react';
import { analysis as adStatistics } from '../../analyses/ad-statistics.ts';
import { DataGrid } from '../../components/grid/grid.tsx';
import { Empty, Failed } from '../../components/states.tsx';
import '../analysis/analysis.css';
import { columnsOf } from '../analysis/report/figures.ts';
import { useReport, useTranslate } from '../analysis/report/use-report.ts';
import { Waiting } from '../analysis/report/waiting.tsx';
import { ACCENTS, LONG } from './extreme-values.ts';
import { never, SimulatedGateway, refuse, useReply } from './simulated-gateway.tsx';

const row = (key: string, label: string, impressions: number, clicks: number) => ({
  key,
  label,
  parent: null,
  level: 0,
  impressions,
  clicks,
});
const reported = (...rows: readonly object[]): Promise<object> =>
  Promise.resolve({ report: { rows, totals: null, rules: null } });
const some = () =>
  reported(row('1', '春の検索広告', 120_345, 2_871), row('2', LONG, 0, 0), row('3', ACCENTS, 9_999_999, 1));

export type ReportStateName = 'waiting' | 'givenUp' | 'failed' | 'denied' | 'empty' | 'answered';

/**
 * Server answers that bring a report into each state. The first request is slow; a retry after cancelling or
 * a failure succeeds.
 */
export const REPORTS: Readonly<
  Record<ReportStateName, { readonly word: string; readonly reply: (times: number) => Promise<object> }>
> = {
  waiting: { word: 'demo.waiting', reply: never },
  givenUp: { word: 'demo.cancelled', reply: times => (times === 1 ? never() : some()) },
  failed: { word: 'demo.failed', reply: times => (times === 1 ? refuse('broken') : some()) },
  denied: { word: 'demo.denied', reply: () => refuse('denied') },
  empty: { word: 'demo.no_data', reply: () => reported() },
  answered: { word: 'demo.loaded', reply: some },
};

const KIND = { axis: 'ad', by: null, step: 'day' } as const;
const QUESTION = { product_id: 0, from: '2026-02-01', to: '2026-02-28' };
const SHOWN: ReadonlySet<string> = new Set(['label', 'impressions', 'clicks']);

/** A report rendered like an analysis, with its query. */
const ReportIn = ({ stand }: { readonly stand: ReportStateName }) => {
  const translate = useTranslate();
  const { rows, failure, busy, slow, reload, cancel } = useReport(adStatistics, QUESTION, KIND);
  const columns = useMemo(
    () => columnsOf(adStatistics, KIND, translate).filter(({ field }) => SHOWN.has(field)),
    [translate],
  );
  const leave = useEffectEvent(() => {
    if (stand === 'givenUp') cancel();
  });
  useEffect(() => leave(), []);
  const empty = rows?.length === 0 ? <Empty title="state.empty" hint="state.empty_hint" /> : undefined;
  return (
    <div data-stand={stand}>
      <Waiting slow={slow} cancel={cancel} />
      <DataGrid
        label={translate('analysis.adStatistics.title')}
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        busy={busy}
        instead={failure === null ? empty : <Failed failure={failure} onAgain={reload} />}
      />
    </div>
  );
};

export const ReportSample = ({ stand }: { readonly stand: ReportStateName }) => (
  <SimulatedGateway reply={useReply(REPORTS[stand].reply)}>
    <ReportIn stand={stand} />
  </SimulatedGateway>
);
