import { term } from '../../analyses/term.ts';
import { AnalysisScreen } from './analysis-screen.tsx';
import { TransitionsPanel } from './transitions-panel.tsx';

/** /analyze/term */
export const Screen = () => <AnalysisScreen analysis={term} Below={TransitionsPanel} />;
