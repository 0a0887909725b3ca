import { cvSettings } from '../../resources/cv-settings.ts';
import { ListScreen } from './list-screen.tsx';

/** /ad/cv-setting */
export const Screen = () => <ListScreen resource={cvSettings} />;
