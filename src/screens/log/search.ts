import type { RawSearch } from '../../console/address.ts';
import { readPeriod, type PeriodSearch } from '../period.ts';

export interface LogSearch extends PeriodSearch {
  /** An ad's id, as text: null is every ad. */
  readonly ad: string | null;
  readonly device: string | null;
  readonly show: 'counted' | 'all';
}

/** The question in a log's address; what is absent or wrong is the default. */
export const readLogSearch = (raw: RawSearch): LogSearch => ({
  ...readPeriod(raw, '7'),
  ad: /^[1-9]\d{0,9}$/.test(raw['ad'] ?? '') ? raw['ad'] ?? null : null,
  device: /^[a-z_-]{1,30}$/.test(raw['device'] ?? '') ? raw['device'] ?? null : null,
  show: raw['show'] === 'all' ? 'all' : 'counted',
});
