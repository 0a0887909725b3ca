import { screen } from './screen.ts';

export const adsRoute = screen('/ad/setting', 'resource.ads.title', () => import('../screens/list/ads.tsx'));
