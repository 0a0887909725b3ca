import { screen } from './screen.ts';

export const crossdomainSettingRoute = screen('/ad/crossdomain-setting/$id', 'resource.crossdomainSettings.one', () => import('../screens/record/crossdomain-setting.tsx'), '/ad/crossdomain-setting');
