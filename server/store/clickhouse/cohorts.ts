import { derivedMonths } from './calendar.ts';
import type { Columnar } from './columnar.ts';
import { bound, type Scope } from './scope.ts';
import { contactDays } from './contact-days.ts';
import { monthOf } from './eligible.ts';
import { rowsOf } from './query.ts';
import { journeysOf } from './ways.ts';

/** Conversions by the Tokyo month in which their path began. A month is its number: year * 12 + month - 1. */

export interface CohortCount { readonly begun: number; readonly converted: number; readonly cv: number; readonly amount: number; readonly visitors: number }

/** Last conversions with a path, by the months in which it began and ended. @param ads only those whose last contact is of one of these; null: all */
export const cohortCounts = async (columnar: Columnar, scope: Scope, ads: readonly number[] | null): Promise<CohortCount[]> =>
  (await rowsOf<{ began: number; ended: number; cv: string; yen: string; people: string }>(columnar, `
    SELECT began, ended, count() AS cv, sum(amount) AS yen, uniqExact(visitor) AS people FROM (
      SELECT visitor, amount, ${monthOf('converted - elapsed')} AS began, ${monthOf('converted')} AS ended FROM (${journeysOf(scope, 'cv_type = 1')})
      WHERE last_ad != 0${ads === null ? '' : ' AND has({shown: Array(UInt32)}, last_ad)'}
    ) GROUP BY began, ended ORDER BY began, ended`, { ...bound(scope), shown: ads ?? [] }, scope.signal))
    .map(line => ({ begun: line.began, converted: line.ended, cv: Number(line.cv), amount: Number(line.yen), visitors: Number(line.people) }));

/** First contacts within the tracking term, by the month. @param scope of whole months; @param ads only those of these; null: all */
export const firstTouches = async (columnar: Columnar, scope: Scope, ads: readonly number[] | null): Promise<{ readonly month: number; readonly contacts: number }[]> => {
  const months = scope.source === 'events' ? `SELECT toInt32(toYear(toDate32(day)) * 12 + toMonth(toDate32(day)) - 1) AS month, ad_id, first_touches FROM (${contactDays(scope.rules)})`
    : `SELECT - day AS month, ad_id, first_touches FROM daily_contact WHERE ${derivedMonths(scope)}`;
  return (await rowsOf<{ month: number; contacts: string }>(columnar, `
    SELECT month, sum(first_touches) AS contacts FROM (${months})${ads === null ? '' : ' WHERE has({shown: Array(UInt32)}, ad_id)'}
    GROUP BY month ORDER BY month`, { ...bound(scope), shown: ads ?? [] }, scope.signal)).map(line => ({ month: line.month, contacts: Number(line.contacts) }));
};
