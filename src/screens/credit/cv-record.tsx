import { cvLog } from '../../resources/cv-log.ts';
import { Credit } from './credit.tsx';
import { LogRecordScreen } from '../log/log-record.tsx';

const why = (id: string) => <Credit id={id} />;

/** /log/cv/$id: a conversion with an explanation of its credit. */
export const Screen = () => <LogRecordScreen log={cvLog} more={why} />;
