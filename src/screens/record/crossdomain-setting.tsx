import { crossdomainSettings } from '../../resources/crossdomain-settings.ts';
import { RecordScreen } from './record-screen.tsx';

/** /ad/crossdomain-setting/$id */
export const Screen = () => <RecordScreen resource={crossdomainSettings} />;
