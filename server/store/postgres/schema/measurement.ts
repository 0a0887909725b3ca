import { index, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { id, lifecycleColumns } from './columns.ts';
import { product, tenant } from './company.ts';

/** Settings of the measured site. */

export const cvSetting = pgTable(
  'cv_setting',
  {
    id: id(),
    companyId: tenant(),
    productId: integer('product_id')
      .notNull()
      .references(() => product.id),
    name: text('name').notNull(),
    cvType: smallint('cv_type').notNull().default(1), // 1 last CV, 0 middle CV
    cvCondition: smallint('cv_condition').notNull().default(1), // 1 URL, 2 URL and referrer, 3 button click
    cvPageUrl: text('cv_page_url').notNull().default(''),
    routePageUrl: text('route_page_url').notNull().default(''), // the previous page, for condition 2
    buttonSelector: text('button_selector').notNull().default(''), // the clicked element, for condition 3
    ...lifecycleColumns,
  },
  t => [index('cv_setting_product').on(t.companyId, t.productId)],
);

export const crossdomainSetting = pgTable(
  'crossdomain_setting',
  {
    id: id(),
    companyId: tenant(),
    productId: integer('product_id')
      .notNull()
      .references(() => product.id),
    senderName: text('sender_name').notNull(),
    senderDomain: text('sender_domain').notNull(),
    ...lifecycleColumns,
  },
  t => [index('crossdomain_product').on(t.companyId, t.productId)],
);

/**
 * The settings of the measured site by the names of their lists. Their sources follow from the tables
 * (`entities/entity-sources.ts`): a field has the name of its column.
 */
export const siteSettingTables = {
  cvSettings: cvSetting,
  crossdomainSettings: crossdomainSetting,
};
