import { cvInfo } from '../../resources/cv-info.ts';
import { LogScreen } from './log-screen.tsx';

/** /analyze/cv */
export const Screen = () => <LogScreen log={cvInfo} />;
