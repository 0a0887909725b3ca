import { meets, type Condition } from '../http/filters.ts';
import type { Dependencies } from '../dependencies.ts';
import type { LandingPages } from '../store/clickhouse/logs/event-conditions.ts';
import { adsWhose, cvSettingsWhose, landingTitles } from '../store/postgres/reports/event-log-rules.ts';

/** Conditions over names that the settings assign to numbers in a log. */

interface Product {
  readonly companyId: number;
  readonly productId: number;
}

/**
 * The source of a column of names: the name of the ad or of the CV setting in another column, or the title of
 * the landing page.
 */
export type Named =
  | { readonly of: 'ad' | 'cv_setting'; readonly column: string }
  | { readonly of: 'landing' };

/** A row without an id has no name, so it satisfies exactly the conditions that an empty name satisfies. */
const holdsOfNone = (condition: Condition): boolean => meets(condition, '');

/**
 * The numbers that match a condition on names: either of the rows that satisfy the condition, or of those
 * that do not.
 */
export const amongNamed = async (
  db: Dependencies['db'],
  { companyId, productId }: Product,
  of: 'ad' | 'cv_setting',
  condition: Condition,
) => {
  const among = !holdsOfNone(condition);
  const whose = of === 'ad' ? adsWhose : cvSettingsWhose;
  return { among, ids: await whose(db, { companyId, productId }, condition, among) };
};

/** The same for landing pages, by the code that event-conditions.ts gives them. */
export const amongLandingPages = async (
  db: Dependencies['db'],
  product: Product,
  condition: Condition,
): Promise<LandingPages> => {
  const { ads, redirects } = await landingTitles(db, product);
  const among = !holdsOfNone(condition);
  const codesOf = (rows: typeof ads, own: 0 | 1) =>
    rows.flatMap(({ id, titles }) =>
      titles.flatMap((title, at) =>
        meets(condition, title) === among ? [id * 16 + (at + 1) * 2 + own] : [],
      ),
    );
  return {
    among,
    redirects: redirects.map(({ id }) => id),
    codes: [...codesOf(ads, 0), ...codesOf(redirects, 1)],
  };
};
