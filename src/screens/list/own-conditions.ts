import type { Lists } from '../../../machines/startup.ts';
import { valuesOf, type AnyFilter, type Condition } from '../../resources/filter.ts';

/** Conditions divided by the current product. */
export interface Parted {
  /** Conditions that rows of the product can satisfy. */
  readonly own: readonly Condition[];
  /** Fields whose condition named only records of other products. */
  readonly foreign: readonly string[];
}

/**
 * Drops values of conditions that name records of another product: a saved view is shared by all products,
 * and the product can change while a list is open. Ids in no start-up list stay, as a deleted record may have
 * rows.
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
    // A negated condition on another product's record is true for every row, so dropping it changes nothing.
    if (remaining.length > 0) return [{ ...condition, value: remaining.join(',') }];
    foreign.push(condition.field);
    return [];
  });
  return { own, foreign };
};
