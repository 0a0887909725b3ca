import { LIST_MODALS, RECORD_MODALS, screen } from './screen.ts';

/** Lists and record pages of the settings under /ad and /config. */
export const settingRoutes = [
  screen('/ad/setting', 'resource.ads.title', () => import('../screens/list/ads.tsx'), {
    modals: LIST_MODALS,
  }),
  screen('/ad/setting/$id', 'resource.ads.one', () => import('../screens/record/ad.tsx'), {
    navActiveLink: '/ad/setting',
    modals: RECORD_MODALS,
  }),
  screen('/ad/cv-setting', 'resource.cvSettings.title', () => import('../screens/list/cv-settings.tsx'), {
    modals: LIST_MODALS,
  }),
  screen('/ad/cv-setting/$id', 'resource.cvSettings.one', () => import('../screens/record/cv-setting.tsx'), {
    navActiveLink: '/ad/cv-setting',
    modals: RECORD_MODALS,
  }),
  screen('/ad/redirect-setting', 'resource.redirects.title', () => import('../screens/list/redirects.tsx'), {
    modals: LIST_MODALS,
  }),
  screen(
    '/ad/redirect-setting/$id',
    'resource.redirects.one',
    () => import('../screens/record/redirect.tsx'),
    { navActiveLink: '/ad/redirect-setting', modals: RECORD_MODALS },
  ),
  screen('/ad/asp-setting', 'resource.asps.title', () => import('../screens/list/asps.tsx'), {
    modals: LIST_MODALS,
  }),
  screen('/ad/asp-setting/$id', 'resource.asps.one', () => import('../screens/record/asp.tsx'), {
    navActiveLink: '/ad/asp-setting',
    modals: RECORD_MODALS,
  }),
  screen(
    '/ad/crossdomain-setting',
    'resource.crossdomainSettings.title',
    () => import('../screens/list/crossdomain-settings.tsx'),
    { modals: LIST_MODALS },
  ),
  screen(
    '/ad/crossdomain-setting/$id',
    'resource.crossdomainSettings.one',
    () => import('../screens/record/crossdomain-setting.tsx'),
    { navActiveLink: '/ad/crossdomain-setting', modals: RECORD_MODALS },
  ),
  screen('/ad/category-setting', 'nav.ad.category-setting', () => import('../screens/list/categories.tsx'), {
    modals: LIST_MODALS,
  }),
  screen(
    '/ad/category-setting/$id',
    'resource.adCategories.one',
    () => import('../screens/record/ad-category.tsx'),
    { navActiveLink: '/ad/category-setting', modals: RECORD_MODALS },
  ),
  screen(
    '/ad/sync-setting',
    'resource.syncSettings.title',
    () => import('../screens/list/sync-settings.tsx'),
    { modals: LIST_MODALS },
  ),
  screen('/config/company', 'nav.config.company', () => import('../screens/record/company.tsx'), {
    modals: RECORD_MODALS,
  }),
  screen('/config/product', 'resource.products.title', () => import('../screens/list/products.tsx'), {
    modals: LIST_MODALS,
  }),
  screen('/config/user', 'resource.users.title', () => import('../screens/list/users.tsx'), {
    modals: LIST_MODALS,
  }),
  screen('/config/user/$id', 'resource.users.one', () => import('../screens/record/user.tsx'), {
    navActiveLink: '/config/user',
    modals: RECORD_MODALS,
  }),
  screen('/config/agency', 'resource.agencies.title', () => import('../screens/list/agencies.tsx'), {
    modals: LIST_MODALS,
  }),
  screen('/config/agency/$id', 'resource.agencies.one', () => import('../screens/record/agency.tsx'), {
    navActiveLink: '/config/agency',
    modals: RECORD_MODALS,
  }),
] as const;
