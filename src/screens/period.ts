import type { RawSearch } from '../console/address.ts';
import { PERIODS, readDay, type Days, type Period } from '../components/days.ts';

/** Period in an address: a relative period by name, or `custom` with both days. */
export interface PeriodSearch {
  readonly period: Period;
  readonly from?: string;
  readonly to?: string;
}

const isPeriod = (value: string | undefined): value is Period => PERIODS.some(period => period === value);

/**
 * Parses a period. Absent and invalid values give `fallback`; two days without a name are a custom period.
 */
export const readPeriod = (raw: RawSearch, fallback: Period): PeriodSearch => {
  const from = readDay(raw['from'] ?? '');
  const to = readDay(raw['to'] ?? '');
  const named = raw['period'];
  if (from !== null && to !== null && (named === 'custom' || named === undefined))
    return { period: 'custom', from, to };
  return { period: isPeriod(named) && named !== 'custom' ? named : fallback };
};

/** Changes of the address that choose a period. */
export const writePeriod = (period: Period, custom: Days | null) => ({
  period,
  from: custom?.from,
  to: custom?.to,
});
