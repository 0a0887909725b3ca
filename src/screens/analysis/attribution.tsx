import { attribution } from '../../analyses/attribution.ts';
import { AnalysisScreen } from './analysis-screen.tsx';
import { ModelsView } from './models-view.tsx';
import { PathsView } from './paths-view.tsx';

const VIEWS = { models: ModelsView, paths: PathsView };

/** /analyze/attribution */
export const Screen = () => <AnalysisScreen analysis={attribution} views={VIEWS} />;
