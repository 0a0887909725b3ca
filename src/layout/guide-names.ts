import { NAVIGATION, type Entry } from './navigation.ts';

type Place = Pick<Entry, 'to' | 'guide'>;

/** Screens below a menu entry that have a guide of their own. */
const BELOW_ENTRIES = [
  { entry: '/log/cv', path: /^\/log\/cv\/[^/]+$/, guide: 'credit' },
  { entry: '/log/reference', path: /^\/log\/visitor\/[^/]+$/, guide: 'visitor-path' },
  { entry: '/log/result', path: /^\/log\/result-recompute$/, guide: 'result-recompute' },
] as const;
/** Guides to work that is alike on many screens. */
export const COMMON_GUIDES: readonly string[] = ['reports', 'figures', 'lists', 'records'];

/** Name of the guide of a menu entry. The custom analyses have one guide. */
export const entryGuide = ({ to, guide }: Place): string =>
  guide ??
  to
    .replace(/\/item-\d$/, '')
    .slice(1)
    .replaceAll('/', '-');

/** Whether the guide of a menu entry is about its screen. */
export const hasOwnGuide = ({ guide }: Place): boolean => guide === undefined;

/** Names of the guides about the screen of a menu entry and about the screens below it. */
export const entryGuides = (place: Place): readonly string[] => [
  ...(hasOwnGuide(place) ? [entryGuide(place)] : []),
  ...BELOW_ENTRIES.filter(({ entry }) => entry === place.to).map(({ guide }) => guide),
];

/**
 * Name of the guide of a screen.
 * @param path its path
 * @param place its menu entry; null: it has none
 */
export const screenGuide = (path: string | undefined, place: Place | null): string | null =>
  BELOW_ENTRIES.find(below => below.path.test(path ?? ''))?.guide ??
  (place === null ? null : entryGuide(place));

/** Names of all guides. */
export const guideNames = (): readonly string[] => [
  ...new Set([...COMMON_GUIDES, ...NAVIGATION.flatMap(({ entries }) => entries.flatMap(entryGuides))]),
];
