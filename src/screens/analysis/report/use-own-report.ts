import { useMemo } from 'react';
import type { Framed, OwnAnalysis, SharedParameters } from '../../../analyses/analysis.ts';
import { useAddress, type RawSearch } from '../../../console/address.ts';
import { useReportQueryState, type TimedQueryState } from '../../use-query.ts';
import { readAnalysisSearch } from '../search/read-search.ts';
import type { Navigate, ReportContext } from './context.ts';
import type { CountedReport } from '../../report-footer.tsx';
import { useReportContext, useReportQuery } from './use-context.ts';

/** An analysis with rows of its own, as its address asks for it. */
export interface OwnReportState<Report, Parameters, Own> {
  readonly analysis: Framed & Pick<OwnAnalysis, 'path'>;
  readonly context: ReportContext;
  /** The parameters of the address that only this analysis has. */
  readonly own: Own;
  readonly go: Navigate;
  readonly shared: SharedParameters;
  readonly parameters: Parameters;
  readonly query: TimedQueryState<object>;
  /** Null until there is an answer. */
  readonly report: Report | null;
}

/**
 * Loads an analysis with rows of its own by the address.
 *
 * @param host the analysis whose screen shows it; their columns and saved views are those of the host
 */
export const useOwnReport = <
  Answer extends { readonly report?: object | null },
  Parameters extends object,
  Own,
>(
  analysis: OwnAnalysis<Answer, Parameters, Own>,
  host: Framed = analysis,
): OwnReportState<NonNullable<Answer['report']>, Parameters, Own> => {
  const framed = useMemo(
    (): Framed => ({ ...analysis, name: host.name, columns: host.columns, views: host.views }),
    [analysis, host],
  );
  const read = useMemo(() => {
    const readSearch = readAnalysisSearch(framed);
    return (raw: RawSearch) => ({ search: readSearch(raw), own: analysis.readOwn(raw) });
  }, [framed, analysis]);
  const [{ search, own }, go] = useAddress(read);
  const shared: SharedParameters = useReportQuery(framed, search).parameters;
  const parameters = analysis.parametersOf(shared, own);
  const query = useReportQueryState(analysis.operation, parameters);
  const report = query.answer?.report ?? null;
  const counted = (report as Pick<CountedReport, 'rules'> | null)?.rules?.model ?? null;
  const context = useReportContext(framed, search, go, counted);
  return { analysis, context, own, go, shared, parameters, query, report };
};
