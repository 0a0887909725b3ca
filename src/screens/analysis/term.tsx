import { lazy } from 'react';
import { term } from '../../analyses/term.ts';
import { AnalysisScreen } from './analysis-screen.tsx';

// Below the fold, and asked after what is above it.
const Transitions = lazy(async () => ({ default: (await import('./transitions-panel.tsx')).TransitionsPanel }));

/** /analyze/term */
export const Screen = () => <AnalysisScreen analysis={term} Below={Transitions} />;
