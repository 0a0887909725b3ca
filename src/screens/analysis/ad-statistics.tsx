import { adStatistics } from '../../analyses/ad-statistics.ts';
import { AnalysisScreen } from './analysis-screen.tsx';

/** /analyze/ad-statistics */
export const Screen = () => <AnalysisScreen analysis={adStatistics} />;
