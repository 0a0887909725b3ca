import { cvLog } from '../../resources/cv-log.ts';
import { LogRecordScreen } from './log-record.tsx';

/** /log/cv/$id */
export const Screen = () => <LogRecordScreen log={cvLog} />;
