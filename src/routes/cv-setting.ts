import { screen } from './screen.ts';

export const cvSettingRoute = screen('/ad/cv-setting/$id', 'resource.cvSettings.one', () => import('../screens/record/cv-setting.tsx'), '/ad/cv-setting');
