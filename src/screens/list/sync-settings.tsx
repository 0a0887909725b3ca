import { syncSettings } from '../../resources/sync-settings.ts';
import { ListScreen } from './list-screen.tsx';

/** /ad/sync-setting */
export const Screen = () => <ListScreen resource={syncSettings} />;
