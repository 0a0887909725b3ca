import { Failure } from '../../http/failures.ts';
import { meets, type Condition, type Kind } from '../../http/filters.ts';
import { readWhere } from '../../http/where.ts';
import type { ReportAd } from '../../store/postgres/reports/costs.ts';

/** Filters of reports: by the ad of a contact, by dimensions of the contact, by the conversion. */

/** The ad of a contact, with its present settings. */
const AD_FIELDS = {
  ad_id: 'integer',
  ad_name: 'text',
  ad_category_id: 'integer',
  ad_type1_id: 'integer',
  ad_type2_id: 'integer',
  ad_type3_id: 'integer',
  asp_id: 'integer',
  agency_id: 'integer',
} as const satisfies Record<string, Kind>;
/** The dimensions of a contact. */
const CONTACT_FIELDS = {
  device: 'text',
  os: 'text',
  browser: 'text',
  landing_url: 'text',
  hour: 'integer',
  weekday: 'integer',
} as const satisfies Record<string, Kind>;
const CONVERSION_FIELDS = { cv_amount: 'integer', args: 'text' } as const satisfies Record<string, Kind>;
export const FILTER_FIELDS: Readonly<Record<string, Kind>> = {
  ...AD_FIELDS,
  ...CONTACT_FIELDS,
  ...CONVERSION_FIELDS,
};

/** The filters of a report. */
export interface Filters {
  /** Ads whose contacts are shown: those that match and are visible to the viewer. */
  readonly shown: 'all' | ReadonlySet<number>;
  readonly contacts: readonly Condition[];
  readonly conversions: readonly Condition[];
}

const valueOf: Readonly<Record<keyof typeof AD_FIELDS, (ad: ReportAd) => number | string | null>> = {
  ad_id: ad => ad.id,
  ad_name: ad => ad.name,
  ad_category_id: ad => ad.adCategoryId,
  ad_type1_id: ad => ad.adType1Id,
  ad_type2_id: ad => ad.adType2Id,
  ad_type3_id: ad => ad.adType3Id,
  asp_id: ad => ad.aspId,
  agency_id: ad => ad.agencyId,
};

const isOf = <Fields extends object>(fields: Fields, field: string): field is Extract<keyof Fields, string> =>
  Object.hasOwn(fields, field);

/**
 * The filters of a query's `where`.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`: it names an ad hidden from the viewer
 */
export const readFilters = (
  where: string | undefined,
  { ads, visible }: { readonly ads: readonly ReportAd[]; readonly visible: 'all' | ReadonlySet<number> },
  fields = FILTER_FIELDS,
): Filters => {
  const conditions = readWhere({ where }, fields);
  for (const { field, op, values } of conditions) {
    const named: readonly unknown[] = field === 'ad_id' && (op === 'exact' || op === 'in') ? values : [];
    if (visible !== 'all' && named.some(id => !visible.has(Number(id))))
      throw new Failure('no_permission_for_data');
  }
  const ofAds = conditions.filter(({ field }) => isOf(AD_FIELDS, field));
  const matching = (ad: ReportAd) =>
    ofAds.every(
      condition => isOf(AD_FIELDS, condition.field) && meets(condition, valueOf[condition.field](ad)),
    );
  return {
    shown:
      ofAds.length === 0
        ? visible
        : new Set(
            ads.filter(ad => (visible === 'all' || visible.has(ad.id)) && matching(ad)).map(ad => ad.id),
          ),
    contacts: conditions.filter(({ field }) => isOf(CONTACT_FIELDS, field)),
    conversions: conditions.filter(({ field }) => !isOf(AD_FIELDS, field) && !isOf(CONTACT_FIELDS, field)),
  };
};

/** The fields of filters by ads alone. */
export const AD_FILTERS: Readonly<Record<string, Kind>> = AD_FIELDS;
