import { dashboard } from '../../analyses/dashboard.ts';
import type { RawSearch } from '../../console/address.ts';

export type Range = (typeof dashboard.ranges)[number];
export interface DashboardSearch {
  readonly days: Range;
  readonly metric: string;
}

/** The question in the dashboard's address; what is absent or wrong is the default. */
export const readDashboardSearch = (raw: RawSearch): DashboardSearch => ({
  days: dashboard.ranges.find(range => range === raw['days']) ?? '30',
  metric: dashboard.figures.find(figure => figure.metric === raw['metric'])?.metric ?? 'cv',
});
