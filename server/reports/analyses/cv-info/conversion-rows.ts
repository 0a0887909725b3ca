import { hasPermission, type Viewer } from '../../../http/visibility.ts';
import type { ConversionLine } from '../../../store/clickhouse/drilldown/conversion-lines.ts';
import { groupNames } from '../../../store/postgres/reports/costs.ts';
import { cvSettingsNamed } from '../../../store/postgres/reports/event-log-rules.ts';
import { nameOrId } from '../../count/labels.ts';
import type { AnalysisContext } from '../../parse/analysis-query.ts';
import type { ReportParts } from '../../parse/query.ts';

/** Number of contacts of a path that the answer lists individually. */
export const MAX_CONTACTS_SHOWN = 20;

/**
 * Builds rows of conversions. A viewer limited to some ads sees only the position of other ads' contacts.
 * The site's values (p_resid, p_userid, p_key1..3) are visible to readers of the CV log, except where the
 * last contact is of a hidden ad.
 */
export const rowReader = async (
  { db }: Pick<ReportParts, 'db'>,
  viewer: Viewer,
  { rules, visible, ads }: AnalysisContext,
) => {
  const types = await groupNames(db, viewer.companyId, rules.id, 'type');
  const adOf = new Map(ads.map(ad => [ad.id, ad]));
  const sees = (adId: number) => visible === 'all' || visible.has(adId);
  const adColumns = (adId: number) =>
    sees(adId)
      ? { ad_id: adId, ad_name: nameOrId(adOf.get(adId)?.name, adId), hidden: false }
      : { ad_id: null, ad_name: '', hidden: true };
  const typeName = (id: number | null | undefined) =>
    id === null || id === undefined ? '' : (types.get(id)?.name ?? '');
  const mayRead = hasPermission(viewer, 'cv_log', 'read');
  return async (lines: readonly ConversionLine[]) => {
    const settings = await cvSettingsNamed(
      db,
      viewer.companyId,
      [...new Set(lines.map(({ cvSettingId }) => cvSettingId))].filter(id => id > 0),
    );
    return lines.map(line => {
      const [firstAd] = line.ads;
      const ending = line.lastAd === null || !sees(line.lastAd) ? undefined : adOf.get(line.lastAd);
      const visibleText = (text: string) =>
        mayRead && (line.lastAd === null || sees(line.lastAd)) ? text : '';
      return {
        conversion_id: line.id,
        cv_time: new Date(line.ms).toISOString(),
        cv_type: line.cvType,
        cv_setting_id: line.cvSettingId === 0 ? null : line.cvSettingId,
        cv_setting_name: settings.get(line.cvSettingId) ?? '',
        p_resid: visibleText(line.args),
        p_userid: visibleText(line.userId),
        p_key1: visibleText(line.key1),
        p_key2: visibleText(line.key2),
        p_key3: visibleText(line.key3),
        amount: line.amount,
        visitor_id: line.visitorId,
        first_ad: firstAd === undefined ? null : adColumns(firstAd),
        last_ad: line.lastAd === null ? null : adColumns(line.lastAd),
        ad_type1: typeName(ending?.adType1Id),
        ad_type2: typeName(ending?.adType2Id),
        ad_type3: typeName(ending?.adType3Id),
        contacts: line.contacts,
        elapsed: line.times[0] === undefined ? null : (line.ms - line.times[0]) / 1000,
        path: line.ads.map((adId, index) => ({
          ...adColumns(adId),
          at: new Date(line.times[index] ?? line.ms).toISOString(),
        })),
      };
    });
  };
};

/** A conversion as the answer represents it. */
export type CvInfo = Awaited<ReturnType<Awaited<ReturnType<typeof rowReader>>>>[number];
