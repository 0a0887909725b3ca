import { monthOf, TOKYO } from '../events/eligible.ts';
import { creditColumns, signOf, unitColumns } from './daily-credit.ts';
import { KINDS, type Kind } from './kinds.ts';
import type { FillStatement } from './rollup.ts';

/**
 * Credit of conversions by month, ad and one other dimension of contacts. The device of a visitor, and whether
 * he is new, seldom change on a path: a path is stored under both, and the few on which they change are read
 * one by one.
 */

/** In the place of the agent of a path that has several. */
export const SEVERAL = 1;
export const isOfSeveral = 'arrayExists(x -> x != agent_ids[1], agent_ids)';
/** Whether a visitor was new at the first contact of a path and not at its last. */
export const becameReturning =
  'first_cv != 0 AND notEmpty(times) AND first_cv >= times[1] AND first_cv < times[-1]';
const VALUES: Readonly<Record<Kind, string>> = {
  agent: `if(${isOfSeveral}, arrayMap(x -> toUInt64(${SEVERAL}), agent_ids), agent_ids)`,
  landing: 'landing_ids',
  hour: `arrayMap(at -> toUInt64(intDiv(at + ${TOKYO}, 3600000) % 24), times)`,
  weekday: `arrayMap(at -> toUInt64((intDiv(at + ${TOKYO}, 86400000) + 4) % 7), times)`,
};

export const insertMonthlyCredit: FillStatement<'credit'> = (_, { change, paths, table }, into) => {
  const sign = signOf(change);
  return `
    INSERT INTO ${into} SELECT {product: UInt32}, {generation: UInt64}, span, [${KINDS.map(kind => `'${kind}'`).join(', ')}][which], value, course, ad, untuple(given) FROM (
      SELECT month, which, value, course, ad, (${creditColumns('(ad != last_ad OR value != last_value)')}) AS given
      FROM (
        SELECT month, which, if(which = 1, went, 0) AS course, lasts, middles, lasts * toInt64(amount) AS yen, took, toUInt32(length(ads)) AS n, i, ad, ads[n] AS last_ad, value, values[n] AS last_value, fresh, ${unitColumns(table)}
        FROM (
          SELECT month, which, values, went, lasts, middles, amount, took, ads FROM (
            SELECT ${monthOf('toUnixTimestamp64Milli(ts)')} AS month, ${sign} * (cv_type = 1) AS lasts, ${sign} * (cv_type = 0) AS middles, amount, elapsed AS took, ad_ids AS ads,
              toUInt8(multiIf(first_cv = 0, 0, empty(times) OR first_cv < times[1], 2, ${becameReturning}, 3, 1)) AS went, [${KINDS.map(kind => VALUES[kind]).join(', ')}] AS kinds
            FROM ${paths}
          ) ARRAY JOIN kinds AS values, arrayEnumerate(kinds) AS which
        ) LEFT ARRAY JOIN ads AS ad, values AS value, arrayEnumerate(ads) AS i, arrayEnumerateUniq(ads, values) AS fresh
      ) GROUP BY month, which, value, course, ad
    ) ARRAY JOIN [month, -intDiv(month, 12)] AS span`;
};
