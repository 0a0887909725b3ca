import { accessLog } from '../../resources/access-log.ts';
import { LogScreen } from './log-screen.tsx';

/** /log/access */
export const Screen = () => <LogScreen log={accessLog} />;
