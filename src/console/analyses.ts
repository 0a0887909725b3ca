import type { AnalysisSetting } from '../../machines/startup.ts';
import { useSelections } from './context.ts';
import { useProductChoice } from './product.ts';

/** Settings of an analysis with the id of their record. */
export interface StoredAnalysis extends AnalysisSetting {
  readonly id: number;
}

/** Returns a lookup of the settings of an analysis page for the current product; null: the page has none. */
export const useAnalyses = (): ((page: string) => StoredAnalysis | null) => {
  const saved = useSelections('analysis');
  const { product } = useProductChoice();
  return page => {
    const found = saved.find(one => one.analysis?.page === page && one.product === product?.id);
    return found?.analysis === undefined ? null : { id: found.id, ...found.analysis };
  };
};
