import { effect } from '../../../analyses/effect.ts';
import { AnalysisScreen } from '../report/analysis-screen.tsx';

/** /analyze/effect */
export const Screen = () => <AnalysisScreen analysis={effect} />;
