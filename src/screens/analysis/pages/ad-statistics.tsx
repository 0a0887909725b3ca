import { adStatistics } from '../../../analyses/ad-statistics.ts';
import { AnalysisScreen } from '../report/analysis-screen.tsx';

/** /analyze/ad-statistics */
export const Screen = () => <AnalysisScreen analysis={adStatistics} />;
