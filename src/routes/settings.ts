import { listScreen, recordScreen } from './resource-screen.tsx';
import { IMPORT_MODALS, LIST_MODALS, RECORD_MODALS, screen } from './screen.ts';

/** Lists and record pages of the settings under /ad and /config. */
export const settingRoutes = [
  screen('/ad/setting', 'resource.ads.title', () => import('../screens/ads/ad-list.tsx'), {
    modals: IMPORT_MODALS,
  }),
  screen('/ad/setting/$id', 'resource.ads.one', () => import('../screens/ads/ad-record.tsx'), {
    navActiveLink: '/ad/setting',
    modals: RECORD_MODALS,
  }),
  listScreen('/ad/cv-setting', 'cvSettings', () => import('../resources/cv-settings.ts')),
  recordScreen('/ad/cv-setting/$id', 'cvSettings', () => import('../resources/cv-settings.ts')),
  listScreen('/ad/redirect-setting', 'redirects', () => import('../resources/redirects.ts')),
  recordScreen('/ad/redirect-setting/$id', 'redirects', () => import('../resources/redirects.ts')),
  listScreen('/ad/asp-setting', 'asps', () => import('../resources/asps.ts')),
  recordScreen('/ad/asp-setting/$id', 'asps', () => import('../resources/asps.ts')),
  listScreen(
    '/ad/crossdomain-setting',
    'crossdomainSettings',
    () => import('../resources/crossdomain-settings.ts'),
  ),
  recordScreen(
    '/ad/crossdomain-setting/$id',
    'crossdomainSettings',
    () => import('../resources/crossdomain-settings.ts'),
  ),
  screen('/ad/category-setting', 'nav.ad.category-setting', () => import('../screens/list/categories.tsx'), {
    modals: LIST_MODALS,
  }),
  recordScreen('/ad/category-setting/$id', 'adCategories', () => import('../resources/ad-categories.ts')),
  screen(
    '/ad/sync-setting',
    'resource.syncSettings.title',
    () => import('../screens/list/sync-settings.tsx'),
    { modals: IMPORT_MODALS },
  ),
  screen('/config/company', 'nav.config.company', () => import('../screens/record/company.tsx'), {
    modals: RECORD_MODALS,
  }),
  listScreen('/config/product', 'products', () => import('../resources/products.ts')),
  screen('/config/user', 'resource.users.title', () => import('../screens/accounts/users.tsx'), {
    modals: LIST_MODALS,
  }),
  recordScreen('/config/user/$id', 'users', () => import('../resources/users.ts')),
  listScreen('/config/agency', 'agencies', () => import('../resources/agencies.ts')),
  recordScreen('/config/agency/$id', 'agencies', () => import('../resources/agencies.ts')),
  screen('/config/api-key', 'resource.apiKeys.title', () => import('../screens/api-keys/api-keys.tsx'), {
    modals: LIST_MODALS,
  }),
  listScreen(
    '/config/identity-provider',
    'identityProviders',
    () => import('../resources/identity-providers.ts'),
  ),
  recordScreen(
    '/config/identity-provider/$id',
    'identityProviders',
    () => import('../resources/identity-providers.ts'),
  ),
  listScreen('/config/group-role', 'groupRoles', () => import('../resources/group-roles.ts')),
] as const;
