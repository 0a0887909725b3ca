import { hasPermission, type Viewer } from '../accounts/visibility.ts';
import { placeOf } from '../logs/question.ts';
import { writeCursor } from '../logs/cursor.ts';
import { conversionLines, conversionTotal, type Which } from '../store/clickhouse/conversion-lines.ts';
import { groupNames } from '../store/postgres/costs.ts';
import { cvSettingsNamed } from '../store/postgres/logs.ts';
import { askFurther, rulesOf, type FurtherQuestion } from './further.ts';
import type { Options, ReportParts } from './question.ts';
import { countAt } from './source.ts';

/** CV information: one row a conversion, with what the site said of it and its path. */

/** Filters by ads: only conversions whose path has a contact of one of them. */
export interface CvInfoQuestion extends FurtherQuestion {
  readonly cvType?: number;
  readonly after?: string;
  readonly limit?: number;
}

/** Contacts of a path that are told one by one. */
const SHOWN = 20;

/**
 * A page, newest first. Whoever sees only some ads sees conversions with one of them on the path, and of the others only their place. What the site said
 * (p_resid, p_userid, p_key1..3) is told to whoever may read the CV log, and not where the last contact is of a hidden ad.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`, `timed_out`
 */
export const readCvInfo = async (parts: ReportParts, viewer: Viewer, question: CvInfoQuestion, { signal, source }: Options = {}) => {
  const checked = await askFurther(parts, viewer, question);
  const { rules, period, visible, shown, ads } = checked;
  const after = placeOf(question.after, 'after');
  const limit = question.limit ?? 100;
  const which: Which = {
    cvType: question.cvType === undefined ? null : question.cvType === 1 ? 1 : 0,
    adIds: shown === 'all' ? null : [...shown],
  };
  const { answer: [found, total], mark } = await countAt(parts, rules, period, signal, scope => Promise.all([
    conversionLines(parts.columnar, scope, which, { after, limit: limit + 1, shown: SHOWN }), after === null ? conversionTotal(parts.columnar, scope, which) : null,
  ]), source);
  const [types, settings] = await Promise.all([
    groupNames(parts.db, viewer.companyId, question.productId, 'type'),
    cvSettingsNamed(parts.db, viewer.companyId, [...new Set(found.map(({ cvSettingId }) => cvSettingId))].filter(id => id > 0)),
  ]);
  const adOf = new Map(ads.map(ad => [ad.id, ad]));
  const sees = (adId: number) => visible === 'all' || visible.has(adId);
  const told = (adId: number) => (sees(adId) ? { ad_id: adId, ad_name: adOf.get(adId)?.name ?? `#${adId}`, hidden: false } : { ad_id: null, ad_name: '', hidden: true });
  const mayRead = hasPermission(viewer, 'cv_log', 'read');
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    rules: rulesOf(checked), watermark: mark, total,
    results: page.map(line => {
      const [firstAd] = line.ads;
      const ending = line.lastAd === null || !sees(line.lastAd) ? undefined : adOf.get(line.lastAd);
      const said = (text: string) => (mayRead && (line.lastAd === null || sees(line.lastAd)) ? text : '');
      const typeName = (id: number | null | undefined) => (id === null || id === undefined ? '' : types.get(id) ?? '');
      return {
        conversion_id: line.id, cv_time: new Date(line.ms).toISOString(), cv_type: line.cvType, cv_setting_id: line.cvSettingId === 0 ? null : line.cvSettingId,
        cv_setting_name: settings.get(line.cvSettingId) ?? '', p_resid: said(line.args), p_userid: said(line.userId), p_key1: said(line.key1), p_key2: said(line.key2), p_key3: said(line.key3),
        amount: line.amount, visitor_id: line.visitorId, first_ad: firstAd === undefined ? null : told(firstAd), last_ad: line.lastAd === null ? null : told(line.lastAd),
        ad_type1: typeName(ending?.adType1Id), ad_type2: typeName(ending?.adType2Id), ad_type3: typeName(ending?.adType3Id),
        contacts: line.contacts, elapsed: line.times[0] === undefined ? null : (line.ms - line.times[0]) / 1000,
        path: line.ads.map((adId, index) => ({ ...told(adId), at: new Date(line.times[index] ?? line.ms).toISOString() })),
      };
    }),
    next: found.length > limit && last !== undefined ? writeCursor({ ms: last.ms, id: last.id }) : null,
  };
};
