import { CHANGE_METRICS, dashboard, type ChangeMetric } from '../../analyses/dashboard.ts';
import type { RawSearch } from '../../console/address.ts';
import { readPeriod, type PeriodSearch } from '../period.ts';
import { SETUP_REQUEST } from '../setup/setup-request.ts';

export interface DashboardSearch extends PeriodSearch {
  readonly metric: string;
  /** The metric whose change is explained. */
  readonly change: ChangeMetric;
  /** The setup checklist is to be expanded. */
  readonly isSetupOpen: boolean;
}

/**
 * Parses the parameters of the dashboard's address; absent and invalid values get their default. Bookmarks of
 * older releases name the period `days`.
 */
export const readDashboardSearch = ({ days, ...raw }: RawSearch): DashboardSearch => ({
  ...readPeriod({ ...(days !== undefined && { period: days }), ...raw }, '30'),
  metric: dashboard.figures.find(figure => figure.metric === raw['metric'])?.metric ?? 'cv',
  change: CHANGE_METRICS.find(metric => metric === raw['change']) ?? CHANGE_METRICS[0],
  isSetupOpen: raw['setup'] === SETUP_REQUEST.setup,
});
