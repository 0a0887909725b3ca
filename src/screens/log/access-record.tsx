import { accessLog } from '../../resources/access-log.ts';
import { LogRecordScreen } from './log-record.tsx';

/** /log/access/$id */
export const Screen = () => <LogRecordScreen log={accessLog} />;
