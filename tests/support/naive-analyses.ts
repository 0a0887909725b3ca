import type { NaiveContact, NaiveConversion, NaiveWorld } from './naive.ts';

/** The further analyses once more, as naively as they can be written, over a product of which nothing is excluded. */

export interface NaiveAsked { readonly product: number; readonly from: string; readonly to: string; readonly term: number }
export interface NaivePath { readonly conversion: NaiveConversion; readonly path: readonly NaiveContact[] }

const DAY = 86_400_000;
const midnight = (day: string) => Date.parse(`${day}T00:00:00+09:00`);
const inTime = (a: { ts: number; id: bigint }, b: { ts: number; id: bigint }) => a.ts - b.ts || (a.id < b.id ? -1 : 1);
const counted = (contacts: readonly NaiveContact[], product: number) => contacts.filter(c => c.product === product && !c.bot && !c.repeated).toSorted(inTime);
const within = ({ from, to }: Pick<NaiveAsked, 'from' | 'to'>) => (ts: number) => ts >= midnight(from) && ts < midnight(to) + DAY;

/** Conversions of a period with their paths, newest first. */
export const naivePaths = (world: NaiveWorld, { product, from, to, term }: NaiveAsked): NaivePath[] => world.conversions
  .filter(c => c.product === product && !c.bot && within({ from, to })(c.ts)).toSorted((a, b) => inTime(b, a))
  .map(conversion => ({ conversion, path: counted(world.contacts, product).filter(c => c.visitor === conversion.visitor && c.ts <= conversion.ts && c.ts >= conversion.ts - term * DAY) }));

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

/** By the steps of the path, joined: conversions, yen and milliseconds. */
export const naiveJourneys = (paths: readonly NaivePath[], fold: boolean): Record<string, readonly [number, number, number]> => {
  const found: Record<string, [number, number, number]> = {};
  for (const { conversion, path } of paths.filter(one => one.conversion.last && one.path.length > 0)) {
    const ads = path.map(({ ad }) => ad);
    const key = ads.filter((ad, index) => !fold || ad !== ads[index - 1]).join('>');
    const [cv, yen, ms] = found[key] ?? [0, 0, 0];
    found[key] = [cv + 1, yen + conversion.amount, ms + conversion.ts - (path[0]?.ts ?? 0)];
  }
  return found;
};

/** By "first month|months later": conversions, yen and different visitors. */
export const naiveTransitions = (world: NaiveWorld, { product, term }: Pick<NaiveAsked, 'product' | 'term'>): Record<string, readonly [number, number, number]> => {
  const month = (ts: number) => { const [year, of] = new Date(ts + 9 * 3_600_000).toISOString().split('-'); return [Number(year), Number(of)] as const; };
  const found: Record<string, NaivePath[]> = {};
  for (const one of naivePaths(world, { product, term, from: '2000-01-01', to: '2100-01-01' }).filter(({ conversion, path }) => conversion.last && path.length > 0)) {
    const [[year, first], [later, second]] = [month(one.path[0]?.ts ?? 0), month(one.conversion.ts)];
    (found[`${year}-${String(first).padStart(2, '0')}|${(later - year) * 12 + second - first}`] ??= []).push(one);
  }
  return Object.fromEntries(Object.entries(found).map(([key, list]) => [key, [list.length, sum(list.map(({ conversion }) => conversion.amount)), new Set(list.map(({ conversion }) => conversion.visitor)).size] as const]));
};

/** The journeys of the Markov chain: paths to last conversions, and the contacts of the period of visitors without one. */
export const naiveChain = (world: NaiveWorld, asked: NaiveAsked): { readonly rows: readonly number[]; readonly converted: boolean }[] => {
  const paths = naivePaths(world, asked).filter(({ conversion }) => conversion.last);
  const buyers = new Set(paths.map(({ conversion }) => conversion.visitor));
  const others = counted(world.contacts, asked.product).filter(c => within(asked)(c.ts) && !buyers.has(c.visitor));
  return [
    ...paths.filter(({ path }) => path.length > 0).map(({ path }) => ({ rows: path.map(({ ad }) => ad), converted: true })),
    ...[...new Set(others.map(({ visitor }) => visitor))].map(visitor => ({ rows: others.filter(c => c.visitor === visitor).map(({ ad }) => ad), converted: false })),
  ];
};

/** By ad: how many conversions it would have alone with each set of the others, by the definition of the Shapley value. */
export const naiveShapley = (paths: readonly NaivePath[]): Record<number, number> => {
  const sets = paths.filter(({ conversion, path }) => conversion.last && path.length > 0).map(({ path }) => [...new Set(path.map(({ ad }) => ad))]);
  const players = [...new Set(sets.flat())];
  const worth = (coalition: readonly number[]) => sets.filter(set => set.every(ad => coalition.includes(ad))).length;
  const orders = (list: readonly number[]): number[][] => (list.length === 0 ? [[]] : list.flatMap(one => orders(list.filter(other => other !== one)).map(rest => [one, ...rest])));
  const all = orders(players);
  return Object.fromEntries(players.map(player => [player, sum(all.map(order => {
    const before = order.slice(0, order.indexOf(player));
    return worth([...before, player]) - worth(before);
  })) / all.length]));
};
