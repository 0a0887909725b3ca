import { analyzeSettings } from '../../resources/analyze-settings.ts';
import { ListScreen } from './list-screen.tsx';

/** /ad-analyze-setting */
export const Screen = () => <ListScreen resource={analyzeSettings} />;
