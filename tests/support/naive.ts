import { BlockList, isIPv6 } from 'node:net';
import { compareValues } from './compare-values.ts';
import { naiveCredit, type NaiveModel } from './naive-credit.ts';
import {
  withRepeatsMarked,
  meetsAll,
  place,
  rowsOf,
  type NaiveAxis,
  type NaiveFilter,
  type NaiveRow,
} from './naive-rows.ts';

/**
 * A reference computation of the reports, as simple as possible: it searches all events for every query and
 * computes with exact fractions. It shares only the names of the metrics with the product, whose SQL must
 * give the same figures.
 */

export interface NaiveContact {
  id: bigint;
  product: number;
  visitor: number;
  ts: number;
  ad: number;
  ip: string;
  bot: boolean;
  repeated: boolean;
  cost: number;
  device?: string;
  os?: string;
  browser?: string;
  url?: string;
  redirect?: number;
  entry?: number;
}
export interface NaiveConversion {
  id: bigint;
  product: number;
  visitor: number;
  ts: number;
  last: boolean;
  amount: number;
  ip: string;
  bot: boolean;
  args?: string;
  /** Id of the CV setting that measured it. */
  setting?: number;
}
export interface NaiveImpression {
  id: bigint;
  product: number;
  ts: number;
  ad: number;
  ip: string;
  bot: boolean;
}
/** A result of `conversion` for `contact`; both are omitted when they do not matter. */
export interface NaiveResult {
  ad: number | null;
  ts: number;
  cost: number;
  status: 0 | 1 | 2;
  conversion?: bigint;
  contact?: bigint;
}
export interface NaiveCost {
  ad: number;
  day: string;
  cost: number;
}
export interface NaiveAd {
  id: number;
  group: number | null;
  fee: number;
  from: string | null;
  to: string | null;
  registered: number;
  type?: number | null;
  network?: number | null;
  agency?: number | null;
  deleted?: boolean;
}
/** Costs and fees in 1/100 yen. */
export interface NaiveWorld {
  contacts: readonly NaiveContact[];
  conversions: readonly NaiveConversion[];
  impressions: readonly NaiveImpression[];
  results: readonly NaiveResult[];
  ads: readonly NaiveAd[];
  /** Imported costs, for a product with cost linkage. */
  costs?: readonly NaiveCost[];
}
/** Omitted fields have the product's defaults. For `axes` see naive-rows.ts. */
export interface NaiveParameters {
  product: number;
  from: string;
  to: string;
  term: number;
  excluded: readonly string[];
  model: NaiveModel;
  axes: readonly NaiveAxis[];
  visible: readonly number[] | null;
  where?: readonly NaiveFilter[];
  evaluation?: 1 | 2 | 3 | null;
  repeat?: number | null;
  decay?: number;
  approval?: 'approved' | 'unapproved';
}

const DAY = 86_400_000;
const U = 1_000_000_000n;
const midnight = (day: string) => Date.parse(`${day}T00:00:00+09:00`);

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
  const begin = midnight(
    ad.from ?? ad.to ?? new Date(ad.registered + 9 * 3_600_000).toISOString().slice(0, 10),
  );
  const end = ad.from !== null && ad.to !== null ? Math.max(begin, midnight(ad.to)) : begin;
  const days = Math.round((end - begin) / DAY) + 1;
  let sum = 0;
  for (let index = 0; index < days; index += 1) {
    const day = begin + index * DAY;
    if (day >= from && day < until)
      sum += Math.floor((ad.fee * (index + 1)) / days) - Math.floor((ad.fee * index) / days);
  }
  return sum;
};

const over = (a: number, b: number) => (b === 0 ? null : a / b);

/**
 * Rounds shares in parts of `unit` to integers that sum to the total: each share is rounded down, and the
 * largest remainders are raised by one, equal ones in order.
 */
const largestRemainder = (shares: readonly bigint[], unit: bigint, total: bigint): bigint[] => {
  const sum = shares.reduce((a, b) => a + b, 0n);
  // A row that combines several rows of the flat report may differ from the sum of their shares by some yen.
  if (total * unit - sum >= unit || sum - total * unit >= unit)
    return largestRemainder(
      shares.map(share => share * total),
      sum,
      total,
    );
  const missing = Number(total - shares.reduce((a, share) => a + share / unit, 0n));
  const raised = new Set(
    shares
      .map((share, index) => ({ index, rest: share % unit }))
      .toSorted((a, b) => compareValues(b.rest, a.rest) || a.index - b.index)
      .slice(0, missing)
      .map(({ index }) => index),
  );
  return shares.map((share, index) => share / unit + (raised.has(index) ? 1n : 0n));
};

/** The counts and the divided yen of every row. */
const naiveRows = (world: NaiveWorld, question: NaiveParameters) => {
  const from = midnight(question.from);
  const until = midnight(question.to) + DAY;
  const isOut = blocked(question.excluded);
  const { where = [], evaluation = null, decay = 30 } = question;
  const inside = (ts: number) => ts >= from && ts < until;

  const counted = world.conversions.filter(c => c.product === question.product && !c.bot && !isOut(c.ip));
  const hasConverted = (visitor: number, ts: number) =>
    counted.some(c => c.last && c.visitor === visitor && c.ts < ts);
  const touches = withRepeatsMarked(
    world.contacts.filter(c => c.product === question.product),
    question.repeat ?? null,
  )
    .filter(c => !c.bot && !c.repeated && !isOut(c.ip))
    .toSorted((a, b) => a.ts - b.ts || (a.id < b.id ? -1 : 1));
  const rows = rowsOf(world.ads, question);
  const state = (visitor: number, ts: number) => {
    if (evaluation !== 2 && evaluation !== 3) return null;
    return hasConverted(visitor, ts) ? 'existing' : 'new';
  };
  const contacts = touches.map(c => ({
    ...c,
    row: rows.ofContact(c, state(c.visitor, c.ts)),
    fresh: evaluation !== 1 || !hasConverted(c.visitor, c.ts),
  }));
  const everyPath = counted
    .filter(c => inside(c.ts) && (evaluation !== 1 || !hasConverted(c.visitor, c.ts)))
    .map(conversion => {
      const path = contacts.filter(
        c =>
          c.visitor === conversion.visitor &&
          c.ts <= conversion.ts &&
          c.ts >= conversion.ts - question.term * DAY,
      );
      const end = path.at(-1);
      const keys = path.map(c =>
        evaluation === 2 && end !== undefined ? rows.ofContact(c, state(end.visitor, end.ts)) : c.row,
      );
      return {
        conversion,
        path,
        keys: keys.map(({ key }) => key),
        end: keys.at(-1) ?? rows.without(state(conversion.visitor, conversion.ts)),
        rows: keys,
      };
    });
  // A result is a cost, even when the query leaves its conversion out.
  const rowOfResult = (r: NaiveResult): NaiveRow => {
    const made = everyPath.find(({ conversion }) => conversion.id === r.conversion);
    return (
      made?.rows[made.path.findIndex(c => c.id === r.contact)] ??
      (r.ad === null ? rows.without(null) : rows.ofAd(r.ad))
    );
  };
  // A query for new visitors leaves out results of conversions by existing visitors.
  const isPaid = (r: NaiveResult): boolean => {
    const made = world.conversions.find(c => c.product === question.product && c.id === r.conversion);
    return inside(r.ts) && (evaluation !== 1 || made === undefined || !hasConverted(made.visitor, made.ts));
  };
  const paths = everyPath.filter(({ conversion: c }) =>
    meetsAll(where, { cv_amount: c.amount, args: c.args ?? '' }),
  );
  const impressions = rows.finer
    ? []
    : world.impressions.filter(c => c.product === question.product && !c.bot && !isOut(c.ip) && inside(c.ts));

  const known = new Map<string, NaiveRow>();
  for (const row of [
    ...world.ads.map(ad => rows.ofAd(ad.id)),
    ...contacts.map(c => c.row),
    ...impressions.map(c => rows.ofAd(c.ad)),
    rows.without(null),
    ...everyPath.flatMap(path => [path.end, ...path.rows]),
  ])
    known.set(row.key, row);
  const rawOf = (of: (row: NaiveRow) => string) => (name: string) => {
    const mine = contacts.filter(c => inside(c.ts) && c.fresh && of(c.row) === name);
    const last = paths.filter(({ end }) => of(end) === name);
    const cvs = last.filter(({ conversion }) => conversion.last);
    const helped = paths.filter(
      path => path.conversion.last && path.rows.some(row => of(row) === name) && of(path.end) !== name,
    );
    const share = (
      which: (conversion: NaiveConversion) => boolean,
      weight: (conversion: NaiveConversion) => bigint,
    ) =>
      paths
        .filter(({ conversion }) => which(conversion))
        .reduce((sum, path) => {
          if (path.path.length === 0) return sum + (of(path.end) === name ? U * weight(path.conversion) : 0n);
          return naiveCredit(question.model, path.path.length, decay).reduce(
            (inner, units, index) =>
              inner +
              (path.rows[index] !== undefined && of(path.rows[index]) === name
                ? units * weight(path.conversion)
                : 0n),
            sum,
          );
        }, 0n);
    const isAds = (ad: number) => of(rows.ofAd(ad)) === name;
    // An imported cost replaces the click costs of its ad and day, even when the contacts are in other rows.
    const costs = world.costs ?? [];
    const hasImportedCost = (c: NaiveContact) =>
      costs.some(bill => bill.ad === c.ad && c.ts >= midnight(bill.day) && c.ts < midnight(bill.day) + DAY);
    const allOf = (ad: number) =>
      plainClicks.filter(c => c.ad === ad && hasImportedCost(c)).reduce((sum, c) => sum + c.cost, 0);
    const spent = (statuses: readonly number[]) =>
      mine.reduce((sum, c) => sum + c.cost, 0) +
      costs
        .filter(bill => inside(midnight(bill.day)) && isAds(bill.ad))
        .reduce((sum, bill) => sum + bill.cost, 0) -
      [...new Set(costs.map(bill => bill.ad))].filter(isAds).reduce((sum, ad) => sum + allOf(ad), 0) +
      world.results
        .filter(r => isPaid(r) && statuses.includes(r.status) && of(rowOfResult(r)) === name)
        .reduce((sum, r) => sum + r.cost, 0) +
      world.ads.filter(ad => isAds(ad.id)).reduce((sum, ad) => sum + feeOn(ad, from, until), 0);
    return {
      impressions: impressions.filter(i => isAds(i.ad)).length,
      clicks: mine.length,
      first: mine.filter(
        c =>
          !touches.some(
            o =>
              o.id !== c.id &&
              o.visitor === c.visitor &&
              (o.ts < c.ts || (o.ts === c.ts && o.id < c.id)) &&
              o.ts >= c.ts - question.term * DAY,
          ),
      ).length,
      cv: cvs.length,
      middle: last.length - cvs.length,
      division: share(
        c => c.last,
        () => 1n,
      ),
      middleDivision: share(
        c => !c.last,
        () => 1n,
      ),
      sales: share(
        c => c.last,
        c => BigInt(c.amount),
      ),
      amount: cvs.reduce((sum, { conversion }) => sum + conversion.amount, 0),
      cost: spent([1]),
      unapproved: spent([0, 1]),
      helped: helped.length,
      helpedFirst: helped.filter(path => path.rows[0] !== undefined && of(path.rows[0]) === name).length,
      lengths: [1, 2, 3, 4, 5]
        .map(n => cvs.filter(({ path }) => path.length === n).length)
        .concat(cvs.filter(({ path }) => path.length >= 6).length),
      touches: cvs.reduce((sum, { path }) => sum + path.length, 0),
      elapsed: cvs.reduce(
        (sum, { conversion, path }) => sum + (path[0] === undefined ? 0 : conversion.ts - path[0].ts),
        0,
      ),
    };
  };
  const plainClicks = contacts.filter(c => inside(c.ts) && c.fresh);
  const raw = [...known.values()].map(row => ({ row, ...rawOf(one => one.key)(row.key) }));

  // Yen are distributed over all rows in order. In a nested report they are first distributed over the rows
  // of the outer axis, and then over their inner rows.
  const order = raw.toSorted((a, b) => place(a.row, b.row));
  const yen = new Map<string, bigint>();
  const share = (list: typeof order, total: bigint) => {
    for (const [index, value] of largestRemainder(
      list.map(({ sales }) => sales),
      U,
      total,
    ).entries())
      yen.set(list[index]?.row.key ?? '', value);
  };
  const [outerAxis, innerAxis] = question.axes;
  if (outerAxis === undefined || innerAxis === undefined)
    share(order, order.reduce((sum, { sales }) => sum + sales, 0n) / U);
  else {
    const flat = naiveRows(world, { ...question, axes: [outerAxis] });
    // In a nested report, all unregistered ads are one row, and all hidden ads are another.
    const registered = (row: NaiveRow) =>
      outerAxis !== 'ad' || flat.rows.finer || row.noContact || world.ads.some(ad => ad.id === row.values[0]);
    const outerOf = (row: NaiveRow) => {
      if (!row.shown) return 'hidden';
      return registered(row) ? row.key : 'none';
    };
    const outerOfInner = (row: NaiveRow) => (row.shown ? (row.outer ?? row.key) : 'hidden');
    for (const outer of new Set(order.map(({ row }) => outerOfInner(row)))) {
      share(
        order.filter(({ row }) => outerOfInner(row) === outer),
        flat.raw
          .filter(({ row }) => outerOf(row) === outer)
          .reduce((sum, { row }) => sum + (flat.yen.get(row.key) ?? 0n), 0n),
      );
    }
  }
  return { rows, raw, rawOf, yen };
};

/** The metrics of each row by its key, and of the totals by the key "totals". */
export const naiveReport = (
  world: NaiveWorld,
  question: NaiveParameters,
): Record<string, Record<string, number | null>> => {
  const { rows, raw, rawOf, yen } = naiveRows(world, question);
  const leaves = raw
    .map(one => ({ ...one, yen: Number(yen.get(one.row.key)) }))
    .filter(({ row }) => row.shown && !(row.noContact && rows.narrowed))
    .filter(({ row: _, sales: __, ...rest }) =>
      Object.values(rest)
        .flat()
        .some(value => BigInt(value) !== 0n),
    );
  const outer = new Map(
    leaves
      .filter(({ row }) => row.outer !== null)
      .map(({ row }) => [row.outer ?? '', leaves.filter(one => one.row.outer === row.outer)]),
  );
  const sums = (list: readonly Raw[]): Raw => list.reduce(add, blank());
  const subtotals = [...outer].map(([key, list]) => {
    const { helped, helpedFirst } = rawOf(row => row.outer ?? row.key)(key);
    return [key, { ...sums(list), helped, helpedFirst }] as const;
  });
  const top: [string, Raw][] = [
    ...subtotals.map(([key, value]): [string, Raw] => [key, value]),
    ...leaves.filter(({ row }) => row.outer === null).map((one): [string, Raw] => [one.row.key, one]),
  ];
  const shown = (value: Raw) => measured(value, question.approval ?? 'approved', rows.finer);
  return Object.fromEntries(
    [...top, ...leaves.filter(({ row }) => row.outer !== null).map(one => [one.row.key, one] as const)]
      .map(([key, value]) => [key, shown(value)] as const)
      .concat([['totals', shown(sums(top.map(([, value]) => value)))]]),
  );
};

/** The metrics of a row without events. */
export const naiveNothing = (question: NaiveParameters): Record<string, number | null> =>
  measured(blank(), question.approval ?? 'approved', rowsOf([], question).finer);

interface Raw {
  impressions: number;
  clicks: number;
  first: number;
  cv: number;
  middle: number;
  division: bigint;
  middleDivision: bigint;
  amount: number;
  cost: number;
  unapproved: number;
  helped: number;
  helpedFirst: number;
  lengths: readonly number[];
  touches: number;
  elapsed: number;
  yen: number;
}
const blank = (): Raw => ({
  impressions: 0,
  clicks: 0,
  first: 0,
  cv: 0,
  middle: 0,
  division: 0n,
  middleDivision: 0n,
  amount: 0,
  cost: 0,
  unapproved: 0,
  helped: 0,
  helpedFirst: 0,
  lengths: [0, 0, 0, 0, 0, 0],
  touches: 0,
  elapsed: 0,
  yen: 0,
});
const add = (a: Raw, b: Raw): Raw => ({
  impressions: a.impressions + b.impressions,
  clicks: a.clicks + b.clicks,
  first: a.first + b.first,
  cv: a.cv + b.cv,
  middle: a.middle + b.middle,
  division: a.division + b.division,
  middleDivision: a.middleDivision + b.middleDivision,
  amount: a.amount + b.amount,
  cost: a.cost + b.cost,
  unapproved: a.unapproved + b.unapproved,
  helped: a.helped + b.helped,
  helpedFirst: a.helpedFirst + b.helpedFirst,
  lengths: a.lengths.map((length, index) => length + (b.lengths[index] ?? 0)),
  touches: a.touches + b.touches,
  elapsed: a.elapsed + b.elapsed,
  yen: a.yen + b.yen,
});

const measured = (
  r: Raw,
  approval: 'approved' | 'unapproved',
  finer: boolean,
): Record<string, number | null> => {
  const [cost, unapproved, division] = [r.cost / 100, r.unapproved / 100, Number(r.division) / 1e9];
  const spent = approval === 'approved' ? cost : unapproved;
  const walked = r.lengths.reduce((a, b) => a + b, 0);
  return {
    impressions: finer ? null : r.impressions,
    clicks: r.clicks,
    first_touch_count: r.first,
    cv: r.cv,
    cvr: over(r.cv, r.clicks),
    cv_total_middle: r.middle,
    cv_division: division,
    cv_middle_division: Number(r.middleDivision) / 1e9,
    cvr_division: over(division, r.clicks),
    amount_sum: r.amount,
    amount_avg: over(r.amount, r.cv),
    amount_division: r.yen,
    ad_cost: cost,
    ad_cost_unapproved: unapproved,
    cpa: over(spent, r.cv),
    roas: over(r.amount, spent),
    roi: over(r.amount - spent, spent),
    profit: Math.round(r.amount * 100 - (approval === 'approved' ? r.cost : r.unapproved)) / 100,
    indirect_cv: r.helped,
    indirect_first: r.helpedFirst,
    indirect_ratio: over(r.helped, r.cv + r.helped),
    indirect_cost: over(spent, r.cv + r.helped),
    indirect_cost_unapproved: over(unapproved, r.cv + r.helped),
    ...Object.fromEntries(r.lengths.map((count, index) => [`ad_touch_${index + 1}`, count])),
    ad_touch_avg: over(r.touches, walked),
    attr_avg: over(r.elapsed / 1000, walked),
    attr_cvr: over(division, r.clicks),
    attributed_cpa: over(spent, division),
    attributed_roas: over(r.yen, spent),
  };
};
