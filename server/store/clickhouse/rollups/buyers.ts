import { eventCounts, termOf } from '../events/eligible.ts';
import { stagingName, type FillStatement } from './rollup.ts';
import { eventsOf, isRebuildBatch, type Batch } from './batch.ts';

/**
 * Buyers (visitors with a conversion) with all their contacts and conversions, and the paths of their
 * conversions.
 */

const converting = ({ rules }: Batch, which: string): string =>
  `${eventsOf('conversion', 'upto')} AND ${eventCounts(rules)} AND ${which}`;

/** The buyers among a part of the visitors. */
export const insertBuyers: FillStatement<'buyers'> = (batch, { which, contacts }, into) => {
  const sold = (type: 0 | 1) => `arraySort(groupArrayIf(toUnixTimestamp64Milli(ts), cv_type = ${type}))`;
  return `
    INSERT INTO ${into} (product_id, generation, visitor_id, times, interaction_ids, ad_ids, page_ids, agent_ids, landing_ids, lasts, middles, version)
    SELECT {product: UInt32}, {generation: UInt64}, b.visitor_id, k.contacts.1, k.contacts.2, k.contacts.3, k.contacts.4, k.contacts.5, k.contacts.6, b.lasts, b.middles, {version: UInt64}
    FROM (SELECT visitor_id, ${sold(1)} AS lasts, ${sold(0)} AS middles FROM conversion WHERE ${converting(batch, which)} GROUP BY visitor_id) AS b
    LEFT JOIN (
      SELECT visitor_id, arraySort(groupArray((at, id, ad_id, page, agent, landing))) AS contacts FROM ${contacts}
      WHERE had_last = 1 OR had_middle = 1 GROUP BY visitor_id
    ) AS k ON k.visitor_id = b.visitor_id`;
};

/**
 * The paths of conversions of buyers that the batch staged: new ones, those with a new contact, and those that
 * a new last conversion precedes. The conversions of a visitor may lie in any number of months, so the number
 * of partitions of an insert is not limited.
 */
export const insertPaths: FillStatement<'paths'> = (batch, { which }, into) => {
  const arrays = ['times', 'interaction_ids', 'ad_ids', 'page_ids', 'agent_ids', 'landing_ids'] as const;
  const made = 'ts, conversion_id, visitor_id, cv_type, amount';
  return `
    INSERT INTO ${into} (product_id, generation, ${made}, ${arrays.join(', ')}, first_cv, version)
    SELECT {product: UInt32}, {generation: UInt64}, ${made}, ${arrays.map(name => `arraySlice(all_${name}, skipped + 1, reached - skipped) AS ${name}`).join(', ')}, first_cv, {version: UInt64}
    FROM (
      SELECT c.ts AS ts, c.conversion_id AS conversion_id, c.visitor_id AS visitor_id, c.cv_type AS cv_type, c.amount AS amount, ${arrays.map(name => `b.${name} AS all_${name}`).join(', ')},
        arrayCount(x -> x < c.converted - ${termOf(batch.rules)}, b.times) AS skipped, arrayCount(x -> x <= c.converted, b.times) AS reached,
        if(b.lasts[1] < c.converted, b.lasts[1], 0) AS first_cv, c.newly != 0 AND c.newly < c.converted AS preceded
      FROM (
        SELECT ${made}, toUnixTimestamp64Milli(ts) AS converted, minIf(converted, cv_type = 1 AND conversion_id > {conversion_after: UInt64}) OVER (PARTITION BY visitor_id) AS newly
        FROM conversion WHERE ${converting(batch, which)}
      ) AS c
      INNER JOIN (SELECT visitor_id, lasts, ${arrays.join(', ')} FROM ${stagingName('buyer', batch.area)} WHERE ${which}) AS b ON b.visitor_id = c.visitor_id
    ) ${isRebuildBatch(batch) ? '' : 'WHERE conversion_id > {conversion_after: UInt64} OR preceded OR arrayExists(id -> id > {contact_after: UInt64}, interaction_ids)'}
    SETTINGS max_partitions_per_insert_block = 0`;
};
