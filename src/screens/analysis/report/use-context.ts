import { useMemo } from 'react';
import type { Framed, ReportParameters } from '../../../analyses/analysis.ts';
import type { Days } from '../../../components/days.ts';
import { useToday } from '../../../components/use-today.ts';
import { useAnalyses } from '../../../console/analyses.ts';
import { useProduct } from '../../../console/product.ts';
import { useReportFilters } from '../search/report-filters.ts';
import { daysOfSearch, daysCompared, queryOf } from '../search/query.ts';
import type { AnalysisSearch } from '../search/search.ts';
import type { Navigate, ReportContext } from './context.ts';
import { useColumnChoice } from '../search/use-column-choice.ts';
import { namelessText, useFacts } from '../search/use-facts.ts';

/** The parameters of the server for a search of the current product, and the days they cover. */
export const useReportQuery = (
  analysis: Parameters<typeof queryOf>[0],
  search: AnalysisSearch,
): { readonly parameters: ReportParameters; readonly days: Days } => {
  const product = useProduct();
  const days = daysOfSearch(search, useToday(), product.weekStart ?? 0);
  return { parameters: queryOf(analysis, search, product.id, days), days };
};

/** The page in the settings of analyses: `adStatistics` is `ad_statistics`. */
const pageOf = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

/**
 * The query of an analysis screen, with its conditions in words and its columns.
 *
 * @param counted the model of the answer; null: no model, or no answer yet
 */
export const useReportContext = (
  analysis: Framed,
  search: AnalysisSearch,
  go: Navigate,
  counted: number | null,
): ReportContext => {
  const { parameters: query, days } = useReportQuery(analysis, search);
  const words = useReportFilters(analysis.filters, search.conditions);
  const hidden = useAnalyses()(pageOf(analysis.name))?.hidden;
  const byDefault = useMemo(() => (hidden === undefined || hidden.length === 0 ? null : hidden), [hidden]);
  const columnChoice = useColumnChoice(analysis, search, go, byDefault);
  const facts = useFacts({ analysis, search, days, counted, words });
  return {
    name: analysis.name,
    analysis,
    counted,
    search,
    go,
    query,
    days,
    compared: daysCompared(search, days),
    words,
    facts,
    note: facts.map(namelessText).join(' · '),
    columnChoice,
  };
};
