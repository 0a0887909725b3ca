import type { Lists } from '../../../machines/startup.ts';
import { valuesOf, type AnyFilter, type Condition } from '../../resources/filter.ts';

/** Conditions separated by the current product. */
export interface Parted {
  /** Those that can hold for rows of the product. */
  readonly own: readonly Condition[];
  /** The fields that named only things of another product, and so can hold for none of its rows. */
  readonly foreign: readonly string[];
}

/**
 * Leaves out of conditions what names things of another product: a saved view is used in each product, and
 * the product may be changed over a list. What no
 * start-up list knows may be deleted, and stays: its rows are there.
 */
export const partConditions = (
  conditions: readonly Condition[],
  filters: readonly AnyFilter[],
  lists: Lists,
  product: number,
): Parted => {
  const foreign: string[] = [];
  const own = conditions.flatMap(condition => {
    const choices = filters.find(({ field }) => field === condition.field)?.choices;
    if (choices === undefined || !('list' in choices)) return [condition];
    const entries = lists[choices.list];
    const values = valuesOf(condition);
    const remaining = values.filter(value => {
      const of = entries.find(({ id }) => String(id) === value)?.product;
      return of === undefined || of === product;
    });
    if (remaining.length === values.length) return [condition];
    // A negated condition about another product excludes nothing, and holds for every row.
    if (remaining.length > 0) return [{ ...condition, value: remaining.join(',') }];
    foreign.push(condition.field);
    return [];
  });
  return { own, foreign };
};
