import { cvSettings } from '../../resources/cv-settings.ts';
import { RecordScreen } from './record-screen.tsx';

/** /ad/cv-setting/$id */
export const Screen = () => <RecordScreen resource={cvSettings} />;
