import { referenceLog } from '../../resources/reference-log.ts';
import { LogScreen } from './log-screen.tsx';

/** /log/reference */
export const Screen = () => <LogScreen log={referenceLog} />;
