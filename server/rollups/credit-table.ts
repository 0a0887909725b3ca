import { DECAY_PERCENT, DECAY_ROWS, decayTable, decayUnits, UNITS } from '../attribution/models.ts';
import type { CreditTable } from '../store/clickhouse/rollups/paths.ts';

/** The numbers of the models, for queries. */
export const creditTable: CreditTable = { units: UNITS, decay: decayUnits, rows: DECAY_ROWS, stored: true };

/** The same for a decay in percent from each contact to the one before it. */
export const creditTableOf = (percent: number): CreditTable =>
  percent === DECAY_PERCENT ? creditTable : { units: UNITS, ...decayTable(percent), stored: false };
