import { lazy } from 'react';
import { term } from '../../../analyses/term.ts';
import { AnalysisScreen } from '../report/analysis-screen.tsx';

// Below the fold, and asked after what is above it.
const Transitions = lazy(async () => ({
  default: (await import('../views/transitions-panel.tsx')).TransitionsPanel,
}));

/** /analyze/term */
export const Screen = () => <AnalysisScreen analysis={term} Below={Transitions} />;
