import { term } from '../../analyses/term.ts';
import { AnalysisScreen } from './analysis-screen.tsx';

/** /analyze/term */
export const Screen = () => <AnalysisScreen analysis={term} />;
