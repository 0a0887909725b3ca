import { Failure } from '../../http/failures.ts';
import { dayNumber, dayText } from '../../platform/time.ts';
import { periodOf, previousOf, readPeriod, type Period } from './period.ts';

/** The comparison period of a report. */
export const COMPARISONS = ['previous_period', 'previous_year', 'custom'] as const;
export type Comparison = (typeof COMPARISONS)[number];

export interface Comparing {
  readonly compare?: Comparison;
  /** Of a custom comparison: its days. */
  readonly compareFrom?: string;
  readonly compareTo?: string;
}

/** The same day of the year before; for 29 February the 28th. */
const yearBefore = (day: number): number => {
  const [year = '', month = '', date = ''] = dayText(day).split('-');
  const same = `${String(Number(year) - 1).padStart(4, '0')}-${month}-${month === '02' && date === '29' ? '28' : date}`;
  return dayNumber(same);
};

/**
 * The comparison period of another: as many days just before, the same days of the year before, or custom
 * days.
 *
 * @throws {Failure} `invalid`
 */
export const comparedPeriod = (
  period: Period,
  { compare, compareFrom, compareTo }: Comparing,
): Period | null => {
  if (compare !== 'custom') {
    for (const [field, value] of [
      ['compare_from', compareFrom],
      ['compare_to', compareTo],
    ] as const)
      if (value !== undefined) throw new Failure('invalid', { fields: { [field]: ['choice'] } });
  }
  if (compare === undefined) return null;
  if (compare === 'previous_period') return previousOf(period);
  if (compare === 'previous_year')
    return periodOf(yearBefore(period.fromDay), yearBefore(period.untilDay - 1) + 1);
  if (compareFrom === undefined) throw new Failure('invalid', { fields: { compare_from: ['required'] } });
  if (compareTo === undefined) throw new Failure('invalid', { fields: { compare_to: ['required'] } });
  return readPeriod({ from: compareFrom, to: compareTo }, { from: 'compare_from', to: 'compare_to' });
};
