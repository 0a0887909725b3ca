import { screen } from './screen.ts';

export const workingAdsRoute = screen('/ad/ad', 'ad.title', () => import('../screens/ads/ads.tsx'));
