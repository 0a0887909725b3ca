import { getTableName, inArray } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { crossdomainSetting, siteSettingTables } from '../schema/index.ts';
import { type Table, type Source, type FieldColumns, columnsOf } from './source.ts';

type SiteSettingTable = Extract<Table, Readonly<Record<'productId', PgColumn>>>;

/** The number of a row is named after its table, as `cv_setting_id`. */
interface SiteSettingSource<T extends SiteSettingTable> extends Source {
  readonly table: T;
  readonly columns: FieldColumns<T> & Readonly<Record<`${T['_']['name']}_id`, PgColumn>>;
}

/** Agency users see the settings of the products granted to their agency. */
const siteSettingSourceOf = (table: SiteSettingTable): Source => ({
  table,
  columns: { [`${getTableName(table)}_id`]: table.id, ...columnsOf(table) },
  ofAgency: limit => inArray(table.productId, [...limit.products]),
});

const siteSettingSourcesOf = <Tables extends Readonly<Record<string, SiteSettingTable>>>(tables: Tables) =>
  Object.fromEntries(Object.entries(tables).map(([list, table]) => [list, siteSettingSourceOf(table)])) as {
    readonly [List in keyof Tables]: SiteSettingSource<Tables[List]>;
  };

export const siteSettings = siteSettingSourcesOf(siteSettingTables);

/** Its tag is written from the number of its product. */
export const crossdomainSettings = {
  ...siteSettings.crossdomainSettings,
  columns: { ...siteSettings.crossdomainSettings.columns, set_tag: crossdomainSetting.productId },
} satisfies Source;
