import type { ClaimOutcome, DueConversion } from '../claim-conversion.ts';
import { parseUrl } from '../hosts.ts';
import { matchesPage } from '../pages.ts';
import type { Reason } from '../reasons.ts';
import type { ConversionRow } from '../rows.ts';
import { NO_VALUES, readValues, type ConversionValues, type RawValues } from '../conversion-values.ts';
import type { TrackedProduct, TrackedSetting } from '../tracking.ts';

/** A conversion that a page's report causes. */
export interface PageConversion {
  /** 0: none. */
  readonly settingId: number;
  readonly origin: ConversionRow['origin'];
  readonly values: ConversionValues;
}

/** The fields of a report that determine its conversions. */
interface Report {
  readonly product: TrackedProduct;
  readonly kind: 'view' | 'click' | 'cv';
  /** The button's CV setting. */
  readonly setting: number | null;
  readonly values: RawValues;
}

const VALUE_NAMES = ['p_resid', 'p_userid', 'p_key1', 'p_key2', 'p_key3', 'amount'];

/** Values in the address of a thank-you page; those of the script tag have precedence. */
const pageValues = (page: URL, reported: RawValues): RawValues => {
  const found: Record<string, unknown> = {};
  for (const name of VALUE_NAMES) {
    const value = reported[name] ?? (page.search.includes(name) ? page.searchParams.get(name) : null);
    if (value !== null && value !== undefined) found[name] = value;
  }
  return found;
};

const conversionOf = (
  setting: TrackedSetting,
  origin: PageConversion['origin'],
  { values: reported }: Report,
  page: URL,
): PageConversion => {
  const cvType = setting.cvType === 0 ? 0 : 1;
  const raw = pageValues(page, reported);
  const read = readValues({ raw, sender: 'page', cvType });
  return {
    settingId: setting.id,
    origin,
    values: typeof read === 'string' ? { ...NO_VALUES, cvType } : read,
  };
};

/** Whether the view of a page is a conversion of this setting. */
export const isReached = (
  { condition, page: pattern, route }: TrackedSetting,
  page: URL,
  referrer: string,
): boolean => {
  if (condition === 3 || !matchesPage(pattern, page)) return false;
  if (condition !== 2) return true;
  const before = parseUrl(referrer);
  return before !== null && matchesPage(route, before);
};

/** Whether a click on the button of this setting counts on a page: a button may be limited to one. */
export const isButtonPage = ({ page: pattern }: TrackedSetting, page: URL): boolean =>
  pattern === null || matchesPage(pattern, page);

/** The conversions of a page's report in the order of their CV settings, or the reason of the refusal. */
export const pageConversions = (
  report: Report,
  page: URL,
  referrer: string,
): readonly PageConversion[] | Reason => {
  const { product, kind, setting: button, values: raw } = report;
  if (kind === 'view') {
    return product.settings
      .filter(setting => isReached(setting, page, referrer))
      .map(setting => conversionOf(setting, setting.condition === 2 ? 'route' : 'url', report, page));
  }
  if (kind === 'cv') {
    const read = readValues({ raw, sender: 'call', cvType: 1 });
    return typeof read === 'string' ? read : [{ settingId: 0, origin: 'call', values: read }];
  }
  const setting = product.settings.find(one => one.id === button && one.condition === 3);
  return setting !== undefined && isButtonPage(setting, page)
    ? [conversionOf(setting, 'button', report, page)]
    : 'unknown_setting';
};

/** A conversion with the fields that claims on result identifiers use. */
export const dueConversion = (
  { settingId, values }: Pick<PageConversion, 'settingId' | 'values'>,
  visitorId: string,
  bot: 0 | 1,
): DueConversion => ({
  cvSettingId: settingId,
  cvType: values.cvType,
  args: values.args,
  values: [visitorId, values.amount, values.user_id, values.other_key1, values.other_key2, values.other_key3],
  bot,
});

/** The column of a claimed conversion; empty for one without a claim. */
export const claimColumn = (outcome: ClaimOutcome): Pick<ConversionRow, 'claim_id'> =>
  outcome.kind === 'claimed' ? { claim_id: outcome.claimId } : {};
