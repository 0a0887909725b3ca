import { BlockList, isIPv6 } from 'node:net';

/**
 * The measure once more, as naively as it can be written: it looks at every event for every question and works in exact fractions.
 * It shares nothing with the product but the names of the metrics; what the product counts in SQL must be what this counts.
 */

export interface NaiveContact { id: bigint; product: number; visitor: number; ts: number; ad: number; ip: string; bot: boolean; repeated: boolean; cost: number }
export interface NaiveConversion { id: bigint; product: number; visitor: number; ts: number; last: boolean; amount: number; ip: string; bot: boolean }
export interface NaiveImpression { id: bigint; product: number; ts: number; ad: number; ip: string; bot: boolean }
export interface NaiveResult { ad: number | null; ts: number; cost: number; status: 0 | 1 | 2 }
export interface NaiveCost { ad: number; day: string; cost: number }
export interface NaiveAd { id: number; group: number | null; fee: number; from: string | null; to: string | null; registered: number }
/** Costs and fees are 1/100 yen. */
export interface NaiveWorld {
  contacts: readonly NaiveContact[]; conversions: readonly NaiveConversion[]; impressions: readonly NaiveImpression[]; results: readonly NaiveResult[]; ads: readonly NaiveAd[];
  /** Imported, where the product links costs. */
  costs?: readonly NaiveCost[];
}
export interface NaiveQuestion { product: number; from: string; to: string; term: number; excluded: readonly string[]; model: 1 | 2 | 3 | 4 | 5; grouped: boolean; visible: readonly number[] | null }

const DAY = 86_400_000;
const U = 1_000_000_000n;
const midnight = (day: string) => Date.parse(`${day}T00:00:00+09:00`);

/** The share of the first i contacts of n as a fraction. */
const running = (model: NaiveQuestion['model'], n: number, i: number): readonly [bigint, bigint] => {
  const weights = Array.from({ length: n }, (_, index): bigint => {
    const k = index + 1;
    if (model === 1) return 1n;
    if (model === 2) return 7n ** BigInt(n - k) * 10n ** BigInt(k - 1);
    if (model === 4) return k === 1 ? 1n : 0n;
    if (model === 5) return k === n ? 1n : 0n;
    if (n <= 2) return 1n;
    return k === 1 || k === n ? 4n * BigInt(n - 2) : 2n;
  });
  const sum = (list: readonly bigint[]) => list.reduce((a, b) => a + b, 0n);
  return [sum(weights.slice(0, i)), sum(weights)];
};

/** floor(U*W_i) - floor(U*W_(i-1)) for each contact of a path. */
export const naiveCredit = (model: NaiveQuestion['model'], n: number): bigint[] => {
  const upTo = (i: number) => { const [part, whole] = running(model, n, i); return (U * part) / whole; };
  return Array.from({ length: n }, (_, index) => upTo(index + 1) - upTo(index));
};

const blocked = (entries: readonly string[]) => {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (ip: string) => list.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');
};

const feeOn = (ad: NaiveAd, from: number, until: number): number => {
  const begin = midnight(ad.from ?? ad.to ?? new Date(ad.registered + 9 * 3_600_000).toISOString().slice(0, 10));
  const end = ad.from !== null && ad.to !== null ? Math.max(begin, midnight(ad.to)) : begin;
  const days = Math.round((end - begin) / DAY) + 1;
  let sum = 0;
  for (let index = 0; index < days; index += 1) {
    const day = begin + index * DAY;
    if (day >= from && day < until) sum += Math.floor((ad.fee * (index + 1)) / days) - Math.floor((ad.fee * index) / days);
  }
  return sum;
};

const over = (a: number, b: number) => (b === 0 ? null : a / b);

/** The rows of the report by key, each with every metric; and its totals under the key "totals". */
export const naiveReport = (world: NaiveWorld, question: NaiveQuestion): Record<string, Record<string, number | null>> => {
  const from = midnight(question.from);
  const until = midnight(question.to) + DAY;
  const isOut = blocked(question.excluded);
  const seen = (ad: number) => question.visible === null || question.visible.includes(ad);
  const groupOf = new Map(world.ads.map(ad => [ad.id, ad.group]));
  const rowOf = (ad: number | null): string => (ad === null ? 'no_contact' : !question.grouped ? String(ad) : !seen(ad) ? 'hidden' : String(groupOf.get(ad) ?? 'none'));
  const inside = (ts: number) => ts >= from && ts < until;

  const contacts = world.contacts.filter(c => c.product === question.product && !c.bot && !c.repeated && !isOut(c.ip))
    .toSorted((a, b) => a.ts - b.ts || (a.id < b.id ? -1 : 1));
  const conversions = world.conversions.filter(c => c.product === question.product && !c.bot && !isOut(c.ip) && inside(c.ts));
  const impressions = world.impressions.filter(c => c.product === question.product && !c.bot && !isOut(c.ip) && inside(c.ts));
  const paths = conversions.map(conversion => ({
    conversion, path: contacts.filter(c => c.visitor === conversion.visitor && c.ts <= conversion.ts && c.ts >= conversion.ts - question.term * DAY),
  }));

  const ads = new Set([...world.ads.map(ad => ad.id), ...contacts.map(c => c.ad), ...impressions.map(c => c.ad)]);
  const keys = [...new Set([...[...ads].map(rowOf), 'no_contact'])];
  const raw = keys.map(key => {
    const mine = contacts.filter(c => inside(c.ts) && rowOf(c.ad) === key);
    const last = paths.filter(({ path }) => rowOf(path.at(-1)?.ad ?? null) === key);
    const cvs = last.filter(({ conversion }) => conversion.last);
    const helped = paths.filter(({ conversion, path }) => conversion.last && path.some(c => rowOf(c.ad) === key) && rowOf(path.at(-1)?.ad ?? null) !== key);
    const share = (which: (conversion: NaiveConversion) => boolean, weight: (conversion: NaiveConversion) => bigint) => paths.filter(({ conversion }) => which(conversion)).reduce((sum, { conversion, path }) => {
      if (path.length === 0) return sum + (key === 'no_contact' ? U * weight(conversion) : 0n);
      return naiveCredit(question.model, path.length).reduce((inner, units, index) => inner + (rowOf(path[index]?.ad ?? null) === key ? units * weight(conversion) : 0n), sum);
    }, 0n);
    // A day that the network billed costs what it billed, whatever the contacts of that day were thought to cost.
    const spent = (statuses: readonly number[]) => mine.filter(c => !(world.costs ?? []).some(bill => bill.ad === c.ad && c.ts >= midnight(bill.day) && c.ts < midnight(bill.day) + DAY)).reduce((sum, c) => sum + c.cost, 0)
      + (world.costs ?? []).filter(bill => inside(midnight(bill.day)) && rowOf(bill.ad) === key).reduce((sum, bill) => sum + bill.cost, 0)
      + world.results.filter(r => inside(r.ts) && statuses.includes(r.status) && rowOf(r.ad) === key).reduce((sum, r) => sum + r.cost, 0)
      + world.ads.filter(ad => rowOf(ad.id) === key).reduce((sum, ad) => sum + feeOn(ad, from, until), 0);
    return {
      key, impressions: impressions.filter(i => rowOf(i.ad) === key).length, clicks: mine.length,
      first: mine.filter(c => !contacts.some(o => o !== c && o.visitor === c.visitor && (o.ts < c.ts || (o.ts === c.ts && o.id < c.id)) && o.ts >= c.ts - question.term * DAY)).length,
      cv: cvs.length, middle: last.length - cvs.length,
      division: share(c => c.last, () => 1n), middleDivision: share(c => !c.last, () => 1n), sales: share(c => c.last, c => BigInt(c.amount)),
      amount: cvs.reduce((sum, { conversion }) => sum + conversion.amount, 0), cost: spent([1]), unapproved: spent([0, 1]),
      helped: helped.length, helpedFirst: helped.filter(({ path }) => rowOf(path[0]?.ad ?? null) === key).length,
      lengths: [1, 2, 3, 4, 5].map(n => cvs.filter(({ path }) => path.length === n).length).concat(cvs.filter(({ path }) => path.length >= 6).length),
      touches: cvs.reduce((sum, { path }) => sum + path.length, 0), elapsed: cvs.reduce((sum, { conversion, path }) => sum + (path[0] === undefined ? 0 : conversion.ts - path[0].ts), 0),
    };
  });

  // Largest remainder over all rows, of equal remainders the row of the smaller number first (hidden, without contact, ungrouped, then groups).
  const place = (key: string) => (key === 'hidden' ? -2 : key === 'no_contact' ? -1 : key === 'none' ? 0 : Number(key));
  const order = raw.toSorted((a, b) => place(a.key) - place(b.key));
  const yen = new Map(order.map(row => [row.key, row.sales / U]));
  const missing = Number(order.reduce((sum, row) => sum + row.sales, 0n) / U - [...yen.values()].reduce((sum, value) => sum + value, 0n));
  for (const row of order.toSorted((a, b) => Number(b.sales % U) - Number(a.sales % U)).slice(0, missing)) yen.set(row.key, (yen.get(row.key) ?? 0n) + 1n);

  type Raw = Omit<(typeof raw)[number], 'key'> & { yen: number };
  const measured = (r: Raw): Record<string, number | null> => {
    const [cost, unapproved, division] = [r.cost / 100, r.unapproved / 100, Number(r.division) / 1e9];
    const walked = r.lengths.reduce((a, b) => a + b, 0);
    return {
      impressions: r.impressions, clicks: r.clicks, first_touch_count: r.first, cv: r.cv, cvr: over(r.cv, r.clicks), cv_total_middle: r.middle,
      cv_division: division, cv_middle_division: Number(r.middleDivision) / 1e9, cvr_division: over(division, r.clicks), amount_sum: r.amount, amount_avg: over(r.amount, r.cv),
      amount_division: r.yen, ad_cost: cost, ad_cost_unapproved: unapproved, cpa: over(cost, r.cv), roas: over(r.amount, cost), roi: over(r.amount - cost, cost),
      profit: Math.round(r.amount * 100 - r.cost) / 100, indirect_cv: r.helped, indirect_first: r.helpedFirst, indirect_ratio: over(r.helped, r.cv + r.helped),
      indirect_cost: over(cost, r.cv + r.helped), indirect_cost_unapproved: over(unapproved, r.cv + r.helped),
      ...Object.fromEntries(r.lengths.map((count, index) => [`ad_touch_${index + 1}`, count])), ad_touch_avg: over(r.touches, walked), attr_avg: over(r.elapsed / 1000, walked),
      attr_cvr: over(division, r.clicks), attributed_cpa: over(cost, division), attributed_roas: over(r.yen, cost),
    };
  };
  const shown = raw.map(row => ({ ...row, yen: Number(yen.get(row.key)) }))
    .filter(({ key }) => question.visible === null || (question.grouped ? key !== 'hidden' && key !== 'no_contact' : key !== 'no_contact' && seen(Number(key))))
    .filter(({ key: _, ...row }) => Object.values(row).flat().some(value => BigInt(value) !== 0n));
  const number = (pick: (row: Raw) => number) => shown.reduce((sum, row) => sum + pick(row), 0);
  const big = (pick: (row: Raw) => bigint) => shown.reduce((sum, row) => sum + pick(row), 0n);
  const total: Raw = {
    impressions: number(r => r.impressions), clicks: number(r => r.clicks), first: number(r => r.first), cv: number(r => r.cv), middle: number(r => r.middle), division: big(r => r.division),
    middleDivision: big(r => r.middleDivision), sales: big(r => r.sales), amount: number(r => r.amount), cost: number(r => r.cost), unapproved: number(r => r.unapproved), helped: number(r => r.helped),
    helpedFirst: number(r => r.helpedFirst), lengths: [0, 1, 2, 3, 4, 5].map(index => number(r => r.lengths[index] ?? 0)), touches: number(r => r.touches), elapsed: number(r => r.elapsed), yen: number(r => r.yen),
  };
  return Object.fromEntries([...shown.map(row => [row.key, measured(row)] as const), ['totals', measured(total)] as const]);
};
