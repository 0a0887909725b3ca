import { agencies } from '../../resources/agencies.ts';
import { RecordScreen } from './record-screen.tsx';

/** /config/agency/$id */
export const Screen = () => <RecordScreen resource={agencies} />;
