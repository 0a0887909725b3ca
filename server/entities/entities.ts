import { adCategories, ads, adTypes, redirects } from './ads.ts';
import { agencies, companies, products } from './company.ts';
import { reportDeliveries } from './deliveries.ts';
import { analyzeSettings, siteSettings, syncSettings } from './measurement-settings.ts';
import { asps } from './networks.ts';
import { groupRoles, identityProviders } from './single-sign-on.ts';

/**
 * All entities with generated routes. To add one: a table, its source in `store/postgres/entities/entity-sources.ts`,
 * and a descriptor that is listed here. The source of a setting of the measured site follows from its table, which
 * is named in `siteSettingTables`; its descriptor is named in `siteSettings`.
 */
export const entities = [
  companies,
  agencies,
  products,
  ads,
  redirects,
  asps,
  ...siteSettings,
  adCategories,
  adTypes,
  syncSettings,
  analyzeSettings,
  reportDeliveries,
  identityProviders,
  groupRoles,
] as const;
