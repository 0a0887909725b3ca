import { ads } from '../../resources/ads.ts';
import { RecordScreen } from './record-screen.tsx';

/** /ad/setting/$id */
export const Screen = () => <RecordScreen resource={ads} />;
