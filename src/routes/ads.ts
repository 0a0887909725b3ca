import { LIST_MODALS, screen } from './screen.ts';

export const adsRoute = screen('/ad/setting', 'resource.ads.title', () => import('../screens/list/ads.tsx'), {
  modals: LIST_MODALS,
});
