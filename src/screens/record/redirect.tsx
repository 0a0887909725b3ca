import { redirects } from '../../resources/redirects.ts';
import { RecordScreen } from './record-screen.tsx';

/** /ad/redirect-setting/$id */
export const Screen = () => <RecordScreen resource={redirects} />;
