import { ANALYSIS_PAGES, type AnalysisPage } from './pages.ts';

/** The page of an analysis by the name of its declaration or of its screen; null: there is none. */
export const analysisPageOf = (name: string): AnalysisPage | null => {
  const labels = new Set([`analysis.${name}.title`, `nav.analyze.${name}`]);
  return ANALYSIS_PAGES.find(({ label }) => labels.has(label)) ?? null;
};
