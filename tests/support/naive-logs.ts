import { decidingContacts, type AdRules, type PathContact } from '../../server/results/derive.ts';

/** A reference computation of the logs, which searches all events for every row. */

export interface LoggedEvent {
  readonly id: bigint;
  readonly visitor: number;
  readonly ts: number;
  readonly ip: string;
  readonly bot: boolean;
  readonly repeated: boolean;
  readonly ad: number;
  readonly url: string;
  readonly args: string;
  readonly last: boolean;
  /** The value of the other text columns and numbers. */
  readonly key: string;
  readonly device: string;
  readonly amount: number;
  readonly redirect: number;
  readonly page: number;
}
export interface LoggedWorld {
  readonly contacts: readonly LoggedEvent[];
  readonly accesses: readonly LoggedEvent[];
  readonly conversions: readonly LoggedEvent[];
}
export interface LoggedRules {
  readonly term: number;
  readonly excluded: readonly string[];
  readonly performance: ReadonlySet<number>;
}

const DAY = 86_400_000;
export const newestFirst = (a: LoggedEvent, b: LoggedEvent): number => b.ts - a.ts || (b.id > a.id ? 1 : -1);
export const counted = (event: LoggedEvent, { excluded }: LoggedRules): boolean =>
  !event.bot && !event.repeated && !excluded.includes(event.ip);

/**
 * The path of an event: the visitor's counted contacts at or before it, within the tracking term, in order.
 */
const pathOf = ({ contacts }: LoggedWorld, event: LoggedEvent, rules: LoggedRules): LoggedEvent[] =>
  contacts
    .filter(
      one =>
        one.visitor === event.visitor &&
        counted(one, rules) &&
        one.ts <= event.ts &&
        one.ts >= event.ts - rules.term * DAY,
    )
    .toSorted((a, b) => -newestFirst(a, b));

/** The ad of the visitor's last contact before an access. */
export const lastAd = (world: LoggedWorld, access: LoggedEvent, rules: LoggedRules): number | null =>
  pathOf(world, access, rules).at(-1)?.ad ?? null;

/** The contacts to which a conversion is credited, by the rule for results. */
export const creditOf = (world: LoggedWorld, conversion: LoggedEvent, rules: LoggedRules) => {
  const path = counted(conversion, rules) ? pathOf(world, conversion, rules) : [];
  const ads = new Map(
    [...new Set(path.map(({ ad }) => ad))].map(id => [
      id,
      { id, performanceCvFlag: rules.performance.has(id) } as AdRules,
    ]),
  );
  const { last, performance } = decidingContacts(
    path.map(({ ad }) => ({ adId: ad }) as PathContact),
    ads,
  );
  return { contacts: path.length, last: path[last] ?? null, performance: path[performance] ?? null };
};

/** The names shown in rows. A redirect without LPO titles uses those of its ad. */
export interface LoggedNames {
  readonly ads: Readonly<Record<number, string>>;
  readonly settings: Readonly<Record<number, string>>;
  readonly titles: {
    readonly ads: Readonly<Record<number, readonly string[]>>;
    readonly redirects: Readonly<Record<number, readonly string[]>>;
  };
}
export type Shown = Readonly<Record<string, string | number | boolean | null>>;

const CLIENT_COLUMNS = {
  ua: 'Mozilla/5.0 "日本"',
  os: 'Windows',
  os_ver: '10',
  browser: 'Chrome',
  browser_ver: '120',
};
const shownOf = (one: LoggedEvent, { excluded }: LoggedRules): Shown => ({
  ...CLIENT_COLUMNS,
  device: one.device,
  visitor_id: String(one.visitor),
  ip_address: one.ip === '::' ? '' : one.ip,
  referrer: one.key,
  bot: one.bot,
  excluded: excluded.includes(one.ip),
});
const instant = (ms: number): string => new Date(ms).toISOString();
const orNull = (number: number): number | null => (number === 0 ? null : number);

/** The rows of the three logs with all columns, for a viewer who sees certain ads. */
export const shownRows = (
  world: LoggedWorld,
  rules: LoggedRules,
  names: LoggedNames,
  sees: (ad: number) => boolean,
  everything: boolean,
): Readonly<Record<'contact' | 'access' | 'conversion', readonly Shown[]>> => {
  const nameOf = (ad: number | null) => (ad === null ? '' : (names.ads[ad] ?? ''));
  const visibleAd = (ad: number | null) => (ad !== null && sees(ad) ? ad : null);
  const shownContact = (contact: LoggedEvent | null | undefined) =>
    contact && sees(contact.ad) ? { ad: contact.ad, id: String(contact.id) } : { ad: null, id: null };
  const contacts = world.contacts
    .filter(one => sees(one.ad))
    .toSorted(newestFirst)
    .map((one): Shown => {
      const own = names.titles.redirects[one.redirect];
      return {
        ...shownOf(one, rules),
        interaction_id: String(one.id),
        reference_time: instant(one.ts),
        first_reference_time: instant(pathOf(world, one, rules)[0]?.ts ?? one.ts),
        ad_id: one.ad,
        ad_name: nameOf(one.ad),
        landing_url: one.url,
        redirect_id: orNull(one.redirect),
        lpo_number: orNull(one.page),
        lpo_title: (one.page === 0 ? undefined : (own ?? names.titles.ads[one.ad])?.[one.page - 1]) ?? '',
        xclid: one.key,
        media_session_id: one.args,
        media_management1: one.key,
        media_management2: '',
        media_management3: '',
        click_cost: one.amount / 100,
        repeated: one.repeated,
      };
    });
  const accesses = world.accesses
    .filter(one => everything || sees(one.ad))
    .toSorted(newestFirst)
    .map((one): Shown => {
      const last = visibleAd(lastAd(world, one, rules));
      return {
        ...shownOf(one, rules),
        access_id: String(one.id),
        access_time: instant(one.ts),
        ad_id: orNull(one.ad),
        ad_name: nameOf(orNull(one.ad)),
        sy_ad: last,
        sy_ad_name: nameOf(last),
        interaction_id: one.ad === 0 ? null : '5',
        access_url: one.url,
        query: one.key,
      };
    });
  const conversions = world.conversions.toSorted(newestFirst).flatMap((one): readonly Shown[] => {
    const { contacts: amount, last, performance } = creditOf(world, one, rules);
    const [shownLast, shownPerformance] = [shownContact(last), shownContact(performance)];
    if (!everything && shownLast.ad === null && shownPerformance.ad === null) return [];
    return [
      {
        ...shownOf(one, rules),
        conversion_id: String(one.id),
        cv_time: instant(one.ts),
        cv_type: one.last ? 1 : 0,
        cv_setting_id: one.last ? 1 : null,
        cv_setting_name: one.last ? (names.settings[1] ?? '') : '',
        origin: one.last ? 'url' : 'server',
        last_cv_ad_id: shownLast.ad,
        last_cv_ad_name: nameOf(shownLast.ad),
        last_cv_interaction_id: shownLast.id,
        performance_cv_ad_id: shownPerformance.ad,
        performance_cv_ad_name: nameOf(shownPerformance.ad),
        performance_cv_interaction_id: shownPerformance.id,
        contacts: amount,
        args: one.args,
        user_id: 'é',
        other_key1: one.key,
        other_key2: '',
        other_key3: '',
        amount: one.amount,
        url: one.url,
      },
    ];
  });
  return { contact: contacts, access: accesses, conversion: conversions };
};
