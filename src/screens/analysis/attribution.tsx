import { attribution } from '../../analyses/attribution.ts';
import { AnalysisScreen } from './analysis-screen.tsx';

/** /analyze/attribution */
export const Screen = () => <AnalysisScreen analysis={attribution} />;
