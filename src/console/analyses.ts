import type { AnalysisSetting } from '../../machines/startup.ts';
import { useSelections } from './context.ts';
import { useProductChoice } from './product.ts';

/** What a page of analysis is set to, under the number of the setting. */
export interface KeptAnalysis extends AnalysisSetting {
  readonly id: number;
}

/** Finds what a page of analysis is set to for the present product; null: nothing. */
export const useAnalyses = (): ((page: string) => KeptAnalysis | null) => {
  const saved = useSelections('analysis');
  const { product } = useProductChoice();
  return page => {
    const found = saved.find(one => one.analysis?.page === page && one.product === product?.id);
    return found?.analysis === undefined ? null : { id: found.id, ...found.analysis };
  };
};
