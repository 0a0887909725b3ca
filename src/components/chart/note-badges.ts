/** Notes on the days of one category of a chart over time. */
export interface CategoryNotes {
  /** Index of the category. */
  readonly index: number;
  /** The texts of its notes, by day. */
  readonly texts: readonly string[];
}

/** Notes that share a badge, because the badges of their categories would overlap. */
export interface NoteBadge {
  readonly noted: readonly CategoryNotes[];
  /** Centre of the badge in pixels from the left edge of the drawing. */
  readonly left: number;
}

/** Width in pixels of a badge with its gap; a target smaller than 24 px is hard to touch. */
const BADGE_DISTANCE_PX = 26;

/** Range of the categories of a drawing: the centre of the first and of the last one, in pixels. */
export interface AxisRange {
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

export const positionOf = ({ first, last, count }: AxisRange, index: number): number =>
  count < 2 ? first : first + ((last - first) * index) / (count - 1);

/** Index of the category nearest to a position in pixels. */
export const nearestIndex = ({ first, last, count }: AxisRange, left: number): number =>
  count < 2 || last === first
    ? 0
    : Math.min(count - 1, Math.max(0, Math.round(((left - first) / (last - first)) * (count - 1))));

/** The badges of the noted categories from left to right; categories nearer than a badge is wide share one at the first of them. */
export const badgesOf = (noted: readonly CategoryNotes[], range: AxisRange): readonly NoteBadge[] => {
  const badges: { noted: CategoryNotes[]; left: number }[] = [];
  for (const category of noted.toSorted((a, b) => a.index - b.index)) {
    const left = positionOf(range, category.index);
    const before = badges.at(-1);
    if (before !== undefined && left - before.left < BADGE_DISTANCE_PX) before.noted.push(category);
    else badges.push({ noted: [category], left });
  }
  return badges;
};
