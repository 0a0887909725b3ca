import { referenceLog } from '../../resources/reference-log.ts';
import { LogRecordScreen } from './log-record.tsx';

/** /log/reference/$id */
export const Screen = () => <LogRecordScreen log={referenceLog} />;
