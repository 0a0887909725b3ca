import { effect } from '../../analyses/effect.ts';
import { AnalysisScreen } from './analysis-screen.tsx';

/** /analyze/effect */
export const Screen = () => <AnalysisScreen analysis={effect} />;
