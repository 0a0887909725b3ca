import { decidingContacts, type AdRules, type PathContact } from '../../server/results/derive.ts';

/** The logs as a person would make them: every event looked at for every row. */

export interface LoggedEvent {
  readonly id: bigint; readonly visitor: number; readonly ts: number; readonly ip: string; readonly bot: boolean; readonly repeated: boolean; readonly ad: number;
  readonly url: string; readonly args: string; readonly last: boolean;
}
export interface LoggedWorld { readonly contacts: readonly LoggedEvent[]; readonly accesses: readonly LoggedEvent[]; readonly conversions: readonly LoggedEvent[] }
export interface LoggedRules { readonly term: number; readonly excluded: readonly string[]; readonly performance: ReadonlySet<number> }

const DAY = 86_400_000;
export const newestFirst = (a: LoggedEvent, b: LoggedEvent): number => b.ts - a.ts || (b.id > a.id ? 1 : -1);
export const counted = (event: LoggedEvent, { excluded }: LoggedRules): boolean => !event.bot && !event.repeated && !excluded.includes(event.ip);

/** A visitor's contacts that count, at or before an event and not older than the tracking term, in the order of a path. */
const pathOf = ({ contacts }: LoggedWorld, event: LoggedEvent, rules: LoggedRules): LoggedEvent[] =>
  contacts.filter(one => one.visitor === event.visitor && counted(one, rules) && one.ts <= event.ts && one.ts >= event.ts - rules.term * DAY).toSorted((a, b) => -newestFirst(a, b));

/** The ad of the visitor's last contact. */
export const lastAd = (world: LoggedWorld, access: LoggedEvent, rules: LoggedRules): number | null => pathOf(world, access, rules).at(-1)?.ad ?? null;

/** What a conversion is credited to, by the rule with which results are made. */
export const creditOf = (world: LoggedWorld, conversion: LoggedEvent, rules: LoggedRules) => {
  const path = counted(conversion, rules) ? pathOf(world, conversion, rules) : [];
  const ads = new Map([...new Set(path.map(({ ad }) => ad))].map(id => [id, { id, performanceCvFlag: rules.performance.has(id) } as AdRules]));
  const { last, performance } = decidingContacts(path.map(({ ad }) => ({ adId: ad }) as PathContact), ads);
  return { contacts: path.length, last: path[last] ?? null, performance: path[performance] ?? null };
};
