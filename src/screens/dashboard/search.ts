import { dashboard } from '../../analyses/dashboard.ts';
import type { RawSearch } from '../../console/address.ts';
import { SETUP_REQUEST } from '../setup/setup-request.ts';

export type Range = (typeof dashboard.ranges)[number];
export interface DashboardSearch {
  readonly days: Range;
  readonly metric: string;
  /** The setup checklist is to be expanded. */
  readonly isSetupOpen: boolean;
}

/** Parses the parameters of the dashboard's address; absent and invalid values get their default. */
export const readDashboardSearch = (raw: RawSearch): DashboardSearch => ({
  days: dashboard.ranges.find(range => range === raw['days']) ?? '30',
  metric: dashboard.figures.find(figure => figure.metric === raw['metric'])?.metric ?? 'cv',
  isSetupOpen: raw['setup'] === SETUP_REQUEST.setup,
});
