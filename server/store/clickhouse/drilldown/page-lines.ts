import type { Lines } from './figure-conversions.ts';
import { bound, type Scope } from '../queries/scope.ts';
import { unitsInSql, type CreditModel, type CreditTable } from '../rollups/paths.ts';

/** Drill-down of figures of landing pages. */

/**
 * What landing pages have of last conversions: those whose last contact came to one, their sales, or what all
 * their contacts have under a model.
 */
export interface PageFigure {
  readonly share: 'last' | 'sales' | 'divided' | 'sold';
  readonly model: CreditModel;
  readonly table: CreditTable;
}

/** Whether a contact came to one of the pages; null: any. */
const isOnPage = (pages: readonly string[] | null): string => {
  if (pages === null) return '1';
  return pages.length === 0
    ? '0'
    : "has(arrayMap(x -> toUInt64(x), splitByChar(',', {pages: String})), page)";
};

/** @param pages by their numbers; null: all, also those of conversions without contact */
export const pageLines =
  ({ share, model, table }: PageFigure, pages: readonly string[] | null) =>
  (scope: Scope): Lines => {
    const units = unitsInSql(table);
    const ofAll = share === 'divided' || share === 'sold';
    const part = ofAll ? `toInt128(${units[model]})` : 'toInt128(i >= n)';
    return {
      sql: `
    SELECT conversion_id, any(at) AS converted, any(kind) AS cv_type, any(yen) AS amount, any(n) AS contacts, any(took) AS elapsed, any(ad) AS last_ad, sum(part) AS parts,
      ${share === 'last' || share === 'divided' ? 'parts' : 'toInt128(amount) * parts'} AS given
    FROM (
      SELECT *, ${units.path}, ${part} AS part FROM (
        SELECT conversion_id, converted AS at, cv_type AS kind, amount AS yen, if(empty(times), 0, converted - times[1]) AS took, ad_ids[-1] AS ad, toUInt32(length(page_ids)) AS n, i, page
        FROM (${scope.source.pagePaths(scope)}) LEFT ARRAY JOIN page_ids AS page, arrayEnumerate(page_ids) AS i
      ) WHERE ${isOnPage(pages)}
    ) GROUP BY conversion_id HAVING parts > 0`,
      params: { ...bound(scope), pages: pages?.join(',') ?? '' },
    };
  };
