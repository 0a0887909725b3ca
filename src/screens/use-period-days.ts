import { daysOf, type Days } from '../components/days.ts';
import { useToday } from '../components/use-today.ts';
import { useWeekStart } from '../console/product.ts';
import type { PeriodSearch } from './period.ts';

/** The days to which a period resolves today, with the weeks of the current product. */
export const usePeriodDays = (search: PeriodSearch): Days =>
  daysOf(search.period, search, useToday(), useWeekStart());
