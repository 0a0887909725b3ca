import { compareValues } from './compare-values.ts';
import { naiveCredit, type NaiveModel } from './naive-credit.ts';
import type { NaiveContact, NaiveConversion, NaiveWorld } from './naive.ts';

/**
 * Reference computations of the analyses, as simple as possible, for a product without excluded addresses.
 */

export interface NaiveQuery {
  readonly product: number;
  readonly from: string;
  readonly to: string;
  readonly term: number;
}
export interface NaivePath {
  readonly conversion: NaiveConversion;
  readonly path: readonly NaiveContact[];
}

const DAY = 86_400_000;
const midnight = (day: string) => Date.parse(`${day}T00:00:00+09:00`);
const inTime = (a: { ts: number; id: bigint }, b: { ts: number; id: bigint }) =>
  a.ts - b.ts || (a.id < b.id ? -1 : 1);
const counted = (contacts: readonly NaiveContact[], product: number) =>
  contacts.filter(c => c.product === product && !c.bot && !c.repeated).toSorted(inTime);
const within =
  ({ from, to }: Pick<NaiveQuery, 'from' | 'to'>) =>
  (ts: number) =>
    ts >= midnight(from) && ts < midnight(to) + DAY;

/** The conversions of a period with their paths, newest first. */
export const naivePaths = (world: NaiveWorld, { product, from, to, term }: NaiveQuery): NaivePath[] =>
  world.conversions
    .filter(c => c.product === product && !c.bot && within({ from, to })(c.ts))
    .toSorted((a, b) => inTime(b, a))
    .map(conversion => ({
      conversion,
      path: counted(world.contacts, product).filter(
        c => c.visitor === conversion.visitor && c.ts <= conversion.ts && c.ts >= conversion.ts - term * DAY,
      ),
    }));

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

/** Last conversions with a path, with the row of each contact, which follows from its ad. */
const taken = (paths: readonly NaivePath[], rowOf: (ad: number) => string) =>
  paths
    .filter(one => one.conversion.last && one.path.length > 0)
    .map(one => ({
      ...one,
      rows: one.path.map(({ ad }) => rowOf(ad)),
      ms: one.conversion.ts - (one.path[0]?.ts ?? 0),
    }));
const folded = (rows: readonly string[], fold: boolean) =>
  rows.filter((row, index) => !fold || row !== rows[index - 1]);

/** Conversions, yen and milliseconds by the joined steps of the path. */
export const naiveJourneys = (
  paths: readonly NaivePath[],
  fold: boolean,
  rowOf: (ad: number) => string = String,
): Record<string, readonly [number, number, number]> => {
  const found: Record<string, [number, number, number]> = {};
  for (const { conversion, rows, ms: took } of taken(paths, rowOf)) {
    const key = folded(rows, fold).join('>');
    const [cv, yen, ms] = found[key] ?? [0, 0, 0];
    found[key] = [cv + 1, yen + conversion.amount, ms + took];
  }
  return found;
};

/**
 * Conversions and yen by link, as "step>row>row". Rows beyond the most frequent ones count as one, and the
 * last contact of a path longer than six takes the sixth place.
 */
export const naiveLinks = (
  paths: readonly NaivePath[],
  fold: boolean,
  nodes: number,
  rowOf: (ad: number) => string,
  placeOf: (row: string) => number,
): Record<string, readonly [number, number]> => {
  const all = taken(paths, rowOf);
  const passed = new Map<string, number>();
  for (const { rows } of all) for (const row of new Set(rows)) passed.set(row, (passed.get(row) ?? 0) + 1);
  const shown = new Set(
    [...passed]
      .toSorted(([a, x], [b, y]) => y - x || placeOf(a) - placeOf(b))
      .slice(0, nodes)
      .map(([row]) => row),
  );
  const found: Record<string, [number, number]> = {};
  for (const { conversion, rows } of all) {
    const steps = folded(
      rows.map(row => (shown.has(row) ? row : 'others')),
      fold,
    );
    const places = [...(steps.length > 6 ? [...steps.slice(0, 5), steps.at(-1) ?? ''] : steps), 'conversion'];
    for (const [index, to] of places.slice(1).entries()) {
      const key = `${index + 1}>${places[index]}>${to}`;
      const [cv, yen] = found[key] ?? [0, 0];
      found[key] = [cv + 1, yen + conversion.amount];
    }
  }
  return found;
};

const month = (ts: number) => {
  const [year, of] = new Date(ts + 9 * 3_600_000).toISOString().split('-');
  return [Number(year), Number(of)] as const;
};

/**
 * Conversions, yen and distinct visitors by "first month|months later", and by "|months later" over all paths
 * that started in `since` or later.
 *
 * @param ads counts only paths whose last contact has one of these ads
 */
export const naiveTransitions = (
  world: NaiveWorld,
  { product, term }: Pick<NaiveQuery, 'product' | 'term'>,
  since: string,
  ads: readonly number[] | null,
): Record<string, readonly [number, number, number]> => {
  const found: Record<string, NaivePath[]> = {};
  const ended = ({ path }: NaivePath) => path.at(-1)?.ad ?? 0;
  for (const one of naivePaths(world, { product, term, from: '2000-01-01', to: '2100-01-01' }).filter(
    path => path.conversion.last && path.path.length > 0 && (ads === null || ads.includes(ended(path))),
  )) {
    const [[year, first], [later, second]] = [month(one.path[0]?.ts ?? 0), month(one.conversion.ts)];
    const [began, after] = [
      `${year}-${String(first).padStart(2, '0')}`,
      (later - year) * 12 + second - first,
    ];
    if (began >= since) for (const key of [`${began}|${after}`, `|${after}`]) (found[key] ??= []).push(one);
  }
  return Object.fromEntries(
    Object.entries(found).map(([key, list]) => [
      key,
      [
        list.length,
        sum(list.map(({ conversion }) => conversion.amount)),
        new Set(list.map(({ conversion }) => conversion.visitor)).size,
      ] as const,
    ]),
  );
};

const U = 1_000_000_000n;
/** Rounds shares to integers by the largest remainder. Of equal remainders, the first is raised. */
const largestRemainder = (shares: readonly bigint[], unit: bigint): bigint[] => {
  const floors = shares.map(share => share / unit);
  const left = Number(shares.reduce((a, b) => a + b, 0n) / unit - floors.reduce((a, b) => a + b, 0n));
  const raised = new Set(
    shares
      .map((share, index) => ({ rest: share % unit, index }))
      .toSorted((a, b) => compareValues(b.rest, a.rest) || a.index - b.index)
      .slice(0, left)
      .map(({ index }) => index),
  );
  return floors.map((floor, index) => (raised.has(index) ? floor + 1n : floor));
};

/** Contacts, conversions, yen, divided conversions and divided yen by landing page. */
export const naivePages = (
  world: NaiveWorld,
  question: NaiveQuery,
  model: NaiveModel,
): Record<string, readonly number[]> => {
  interface Page {
    readonly key: string;
    readonly ad: number;
    readonly redirect: number;
    readonly entry: number;
    readonly url: string;
  }
  const pageOf = ({ ad, redirect = 0, entry = 0, url = '' }: NaiveContact): Page => {
    const address = entry > 0 ? '' : (url.split(/[?#]/)[0] ?? '');
    return { key: [ad, redirect, entry, address].join(':'), ad, redirect, entry, url: address };
  };
  const nowhere: Page = { key: 'no_contact', ad: 0, redirect: 0, entry: 0, url: '' };
  const pages = new Map<
    string,
    Page & { clicks: number; cv: number; amount: number; division: bigint; sold: bigint }
  >();
  const at = (page: Page) => {
    const known = pages.get(page.key) ?? { ...page, clicks: 0, cv: 0, amount: 0, division: 0n, sold: 0n };
    pages.set(page.key, known);
    return known;
  };
  for (const one of counted(world.contacts, question.product).filter(c => within(question)(c.ts)))
    at(pageOf(one)).clicks += 1;
  for (const { conversion, path } of naivePaths(world, question).filter(one => one.conversion.last)) {
    const last = at(path.length === 0 ? nowhere : pageOf(path.at(-1)!));
    last.cv += 1;
    last.amount += conversion.amount;
    for (const [index, units] of (path.length === 0 ? [U] : naiveCredit(model, path.length)).entries()) {
      const page = at(path.length === 0 ? nowhere : pageOf(path[index]!));
      page.division += units;
      page.sold += units * BigInt(conversion.amount);
    }
  }
  const order = [...pages.values()].toSorted(
    (a, b) => a.ad - b.ad || a.redirect - b.redirect || a.entry - b.entry || (a.url < b.url ? -1 : 1),
  );
  const yen = largestRemainder(
    order.map(({ sold }) => sold),
    U,
  );
  return Object.fromEntries(
    order
      .map(
        ({ key, clicks, cv, amount, division }, index) =>
          [key, [clicks, cv, amount, Number(division) / 1e9, Number(yen[index])]] as const,
      )
      .filter(([, figures]) => figures.some(value => value !== 0)),
  );
};

/**
 * Divides the pool in whole yen in proportion to the basis. Of equal remainders, the first is raised; null
 * when the basis is zero.
 */
export const naiveShares = (pool: number, basis: readonly number[]): readonly number[] | null => {
  const parts = basis.map(part => BigInt(Math.round(part * 100)));
  const total = parts.reduce((a, b) => a + b, 0n);
  return total === 0n
    ? null
    : largestRemainder(
        parts.map(part => part * BigInt(pool)),
        total,
      ).map(Number);
};

/**
 * The journeys of the Markov chain: the paths to last conversions, and the contacts in the period of visitors
 * without a conversion.
 */
export const naiveChain = (
  world: NaiveWorld,
  question: NaiveQuery,
): { readonly rows: readonly number[]; readonly converted: boolean }[] => {
  const paths = naivePaths(world, question).filter(({ conversion }) => conversion.last);
  const buyers = new Set(paths.map(({ conversion }) => conversion.visitor));
  const others = counted(world.contacts, question.product).filter(
    c => within(question)(c.ts) && !buyers.has(c.visitor),
  );
  return [
    ...paths
      .filter(({ path }) => path.length > 0)
      .map(({ path }) => ({ rows: path.map(({ ad }) => ad), converted: true })),
    ...[...new Set(others.map(({ visitor }) => visitor))].map(visitor => ({
      rows: others.filter(c => c.visitor === visitor).map(({ ad }) => ad),
      converted: false,
    })),
  ];
};

/**
 * The Shapley value of each row by definition: its mean contribution over all orders, where a set of rows is
 * worth the conversions whose paths need no other row.
 */
export const naiveShapley = (
  paths: readonly NaivePath[],
  rowOf: (ad: number) => string = String,
): Record<string, number> => {
  const sets = paths
    .filter(({ conversion, path }) => conversion.last && path.length > 0)
    .map(({ path }) => [...new Set(path.map(({ ad }) => rowOf(ad)))]);
  const players = [...new Set(sets.flat())];
  const worth = (coalition: readonly string[]) =>
    sets.filter(set => set.every(row => coalition.includes(row))).length;
  const orders = (list: readonly string[]): string[][] =>
    list.length === 0
      ? [[]]
      : list.flatMap(one => orders(list.filter(other => other !== one)).map(rest => [one, ...rest]));
  const all = orders(players);
  return Object.fromEntries(
    players.map(player => [
      player,
      sum(
        all.map(order => {
          const before = order.slice(0, order.indexOf(player));
          return worth([...before, player]) - worth(before);
        }),
      ) / all.length,
    ]),
  );
};
