import { crossdomainSettings } from '../../resources/crossdomain-settings.ts';
import { ListScreen } from './list-screen.tsx';

/** /ad/crossdomain-setting */
export const Screen = () => <ListScreen resource={crossdomainSettings} />;
