import { screen } from './screen.ts';

export const adRoute = screen('/ad/setting/$id', 'resource.ads.one', () => import('../screens/record/ad.tsx'), '/ad/setting');
