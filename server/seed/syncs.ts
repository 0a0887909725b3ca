import type { Dependencies } from '../dependencies.ts';
import { insertSeedRows } from '../store/postgres/companies/seed.ts';
import { DAY, HOUR, MINUTE } from '../platform/time.ts';
import { startOfTokyoDay } from './calendar.ts';
import type { PlacedCompany } from './placed.ts';
import { PRODUCTS } from './products.ts';
import { SYNCS } from './settings.ts';

/**
 * Stores the latest runs of cost imports, for products with ad cost linkage: one run had errors in its file, and its
 * repetition succeeded.
 */
export const storeSyncRuns = async (
  db: Dependencies['db'],
  { companyId, syncIds, userIds, ads }: PlacedCompany,
  now: number,
): Promise<void> => {
  const costs = SYNCS.findIndex(({ kind }) => kind === 'costs');
  const today = startOfTokyoDay(now);
  const at = (days: number, minutes: number) => new Date(today - days * DAY + 9 * HOUR + minutes * MINUTE);
  for (const [p, { adCostLinkage }] of PRODUCTS.entries()) {
    if (!adCostLinkage) continue;
    const rows = ads.filter(({ plan }) => plan.product === p && (plan.row.clickCost ?? 0) > 0).length;
    const run = {
      companyId,
      syncSettingId: syncIds[p]![costs]!,
      userId: userIds[0]!,
      state: 'done',
      rows,
      applied: rows,
    } as const;
    await insertSeedRows(db, 'syncRun', [
      { ...run, startedAt: at(3, 4), endedAt: at(3, 5) },
      {
        ...run,
        state: 'failed',
        failure: 'rows',
        applied: 0,
        startedAt: at(2, 2),
        endedAt: at(2, 3),
        errors: [
          { row: 7, field: 'ad_id', code: 'no_such' },
          { row: 12, field: 'cost', code: 'type' },
          { row: 19, field: 'day', code: 'row_twice', values: { row: 18 } },
        ],
      },
      { ...run, startedAt: at(2, 14), endedAt: at(2, 15) },
      { ...run, startedAt: at(1, 3), endedAt: at(1, 4) },
    ]);
  }
};
