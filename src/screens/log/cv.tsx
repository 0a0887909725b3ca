import { cvLog } from '../../resources/cv-log.ts';
import { LogScreen } from './log-screen.tsx';

/** /log/cv */
export const Screen = () => <LogScreen log={cvLog} />;
