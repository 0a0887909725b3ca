import { useMemo } from 'react';
import type { Framed, ReportParameters } from '../../../analyses/analysis.ts';
import type { Days } from '../../../components/days.ts';
import { useToday } from '../../../components/use-today.ts';
import { useAnalyses } from '../../../console/analyses.ts';
import { useProduct } from '../../../console/product.ts';
import { useReportFilters } from '../search/filters.tsx';
import { daysAsked, daysCompared, questionOf } from '../search/query.ts';
import type { AnalysisSearch } from '../search/search.ts';
import type { Go, Site } from './context.ts';
import { useColumnChoice } from '../search/use-column-choice.ts';
import { namelessText, useFacts } from '../search/use-facts.ts';

/** The parameters of the server for a search of the current product, and the days they cover. */
export const useAsked = (
  analysis: Parameters<typeof questionOf>[0],
  search: AnalysisSearch,
): { readonly question: ReportParameters; readonly days: Days } => {
  const product = useProduct();
  const today = useToday();
  return { question: questionOf(analysis, search, product.id, today), days: daysAsked(search, today) };
};

/** The page in the settings of analyses: `adStatistics` is `ad_statistics`. */
const pageOf = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

/**
 * The query of an analysis screen, with its conditions in words and its columns.
 *
 * @param counted the model of the answer; null: no model, or no answer yet
 */
export const useSite = (analysis: Framed, search: AnalysisSearch, go: Go, counted: number | null): Site => {
  const { question, days } = useAsked(analysis, search);
  const words = useReportFilters(analysis.filters, search.conditions);
  const hidden = useAnalyses()(pageOf(analysis.name))?.hidden;
  const byDefault = useMemo(() => (hidden === undefined || hidden.length === 0 ? null : hidden), [hidden]);
  const columnChoice = useColumnChoice(analysis, search, go, byDefault);
  const facts = useFacts({ analysis, search, days, counted, words });
  return {
    name: analysis.name,
    search,
    go,
    question,
    days,
    compared: daysCompared(search, days),
    words,
    facts,
    note: facts.map(namelessText).join(' · '),
    columnChoice,
  };
};
