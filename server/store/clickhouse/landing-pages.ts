import type { Columnar } from './columnar.ts';
import { bound, type Scope } from './counts.ts';
import { contactCounts, instant, termOf } from './eligible.ts';
import { journeysOf } from './journeys.ts';
import { conversionsOf, unitsInSql, type CreditModel, type CreditTable } from './paths.ts';
import { rowsOf } from './query.ts';

/** Contacts and conversions by where the contact landed. */

/** A landing page: an LPO entry of a redirect, or the address itself, without its query, where no entry was chosen. Ad 0: no contact. */
export interface Page { readonly ad: number; readonly redirect: number; readonly entry: number; readonly url: string }
export interface PageContacts extends Page { readonly clicks: bigint; readonly example: string }
/** Divisions in credit units, and in yen times credit units. */
export interface PageSales extends Page { readonly cv: bigint; readonly amount: bigint; readonly division: bigint; readonly sold: bigint }

const page = 'ad_id AS ad, redirect_id AS redirect, lpo_number AS entry, if(lpo_number > 0, \'\', cutQueryStringAndFragment(landing_url)) AS url';

interface RawPage { readonly ad: number; readonly redirect: number; readonly entry: number; readonly url: string }
const pageOf = ({ ad, redirect, entry, url }: RawPage): Page => ({ ad, redirect, entry, url });

/** Contacts of the period by landing page. */
export const pageContacts = async (columnar: Columnar, scope: Scope): Promise<PageContacts[]> =>
  (await rowsOf<RawPage & { amount: string; example: string }>(columnar, `
    SELECT ${page}, count() AS amount, min(landing_url) AS example FROM contact
    WHERE product_id = {product: UInt32} AND ts >= ${instant('from')} AND ts < ${instant('until')} AND interaction_id <= {mark: UInt64} AND ${contactCounts(scope.rules)}
    GROUP BY ad, redirect, entry, url ORDER BY ad, redirect, entry, url`, bound(scope), scope.signal)).map(line => ({ ...pageOf(line), clicks: BigInt(line.amount), example: line.example }));

/**
 * Last conversions by the landing pages of their contacts, with their division under a model. The pages are looked up among the contacts of one term
 * before the period to its end, by the ids on the paths.
 */
export const pageSales = async (columnar: Columnar, scope: Scope, table: CreditTable, model: CreditModel): Promise<PageSales[]> => {
  const units = unitsInSql(table);
  const found = await rowsOf<RawPage & { cv: string; yen: string; parts: string; sold: string }>(columnar, `
    SELECT ad, redirect, entry, url, sumIf(lasts, i >= n) AS cv, sumIf(sales, i >= n) AS yen, sum(lasts * toUInt64(credit)) AS parts, toString(sum(toInt128(sales) * toInt128(credit))) AS sold FROM (
      SELECT *, ${units.path}, ${units[model]} AS credit FROM (
        SELECT ad, redirect, entry, url, n, i, count() AS lasts, sum(amount) AS sales FROM (
          SELECT amount, toUInt32(length(ids)) AS n, i, id FROM (SELECT amount, interaction_ids AS ids FROM (${journeysOf(scope, 'cv_type = 1')})) LEFT ARRAY JOIN ids AS id, arrayEnumerate(ids) AS i
        ) AS j LEFT JOIN (
          SELECT interaction_id, ${page} FROM contact
          WHERE product_id = {product: UInt32} AND ts >= ${instant('from', -termOf(scope.rules))} AND ts < ${instant('until')} AND interaction_id <= {mark: UInt64} AND ${contactCounts(scope.rules)}
            AND visitor_id IN (SELECT visitor_id FROM (${conversionsOf(scope.rules, 'cv_type = 1')}))
        ) AS c ON c.interaction_id = j.id
        GROUP BY ad, redirect, entry, url, n, i
      )
    ) GROUP BY ad, redirect, entry, url ORDER BY ad, redirect, entry, url`, bound(scope), scope.signal);
  return found.map(line => ({ ...pageOf(line), cv: BigInt(line.cv), amount: BigInt(line.yen), division: BigInt(line.parts), sold: BigInt(line.sold) }));
};

