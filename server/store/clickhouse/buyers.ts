import type { Columnar } from './columnar.ts';
import { changeCredit, PATH_SUMS } from './daily-credit.ts';
import { eventCounts, termOf } from './eligible.ts';
import { rowsOf, run } from './query.ts';
import type { CreditTable } from './paths.ts';
import { stagedName } from './staging.ts';
import { boundStep, eventsOf, isFirst, monthsOf, type Step } from './step.ts';
import { together } from './together.ts';

/** The visitors who ever converted, with all of their contacts and conversions, the paths of their conversions out of these, and what the paths give. */

const converting = ({ rules }: Step, which: string): string => `${eventsOf('conversion', 'upto')} AND ${eventCounts(rules)} AND ${which}`;

/** Writes the buyers among the visitors that `which` chooses, out of their gathered contacts. */
export const writeBuyers = (columnar: Columnar, step: Step, which: string, table: string): Promise<void> => {
  const sold = (type: 0 | 1) => `arraySort(groupArrayIf(toUnixTimestamp64Milli(ts), cv_type = ${type}))`;
  return run(columnar, `
    INSERT INTO ${stagedName('buyer')} (product_id, rules, visitor_id, times, interaction_ids, ad_ids, page_ids, lasts, middles, version)
    SELECT {product: UInt32}, {rules: UInt64}, b.visitor_id, k.contacts.1, k.contacts.2, k.contacts.3, k.contacts.4, b.lasts, b.middles, {version: UInt64}
    FROM (SELECT visitor_id, ${sold(1)} AS lasts, ${sold(0)} AS middles FROM conversion WHERE ${converting(step, which)} GROUP BY visitor_id) AS b
    LEFT JOIN (
      SELECT visitor_id, arraySort(groupArray((at, id, ad_id, page))) AS contacts FROM ${table}
      WHERE visitor_id IN (SELECT visitor_id FROM conversion WHERE ${converting(step, which)}) GROUP BY visitor_id
    ) AS k ON k.visitor_id = b.visitor_id`, boundStep(step));
};

/** Writes the paths of their conversions: those that are new, and those that a new contact is on. */
export const writePaths = (columnar: Columnar, step: Step, which: string): Promise<void> => {
  const arrays = ['times', 'interaction_ids', 'ad_ids', 'page_ids'] as const;
  return run(columnar, `
    INSERT INTO ${stagedName('conversion_path')} (product_id, rules, ts, conversion_id, visitor_id, cv_type, amount, ${arrays.join(', ')}, version)
    SELECT {product: UInt32}, {rules: UInt64}, ts, conversion_id, visitor_id, cv_type, amount, ${arrays.map(name => `arraySlice(all_${name}, skipped + 1, reached - skipped) AS ${name}`).join(', ')}, {version: UInt64}
    FROM (
      SELECT c.ts AS ts, c.conversion_id AS conversion_id, c.visitor_id AS visitor_id, c.cv_type AS cv_type, c.amount AS amount, ${arrays.map(name => `b.${name} AS all_${name}`).join(', ')},
        arrayCount(x -> x < c.converted - ${termOf(step.rules)}, b.times) AS skipped, arrayCount(x -> x <= c.converted, b.times) AS reached
      FROM (SELECT ts, conversion_id, visitor_id, cv_type, amount, toUnixTimestamp64Milli(ts) AS converted FROM conversion WHERE ${converting(step, which)}) AS c
      INNER JOIN (SELECT visitor_id, ${arrays.join(', ')} FROM ${stagedName('buyer')} WHERE ${which}) AS b ON b.visitor_id = c.visitor_id
    ) ${isFirst(step) ? '' : 'WHERE conversion_id > {conversion_after: UInt64} OR arrayExists(id -> id > {contact_after: UInt64}, interaction_ids)'}
    SETTINGS max_partitions_per_insert_block = 0`, boundStep(step)); // a visitor's conversions may lie in any number of months
};

/** Puts what the step's paths give in the place of what earlier ones of the same conversions gave. */
export const sumCredit = async (columnar: Columnar, step: Step, table: CreditTable): Promise<void> => {
  const paths = stagedName('conversion_path');
  const known = 'conversion_id <= {conversion_after: UInt64}';
  const [found] = await rowsOf<{ written: string; renewed: string }>(columnar, `SELECT count() AS written, countIf(${known}) AS renewed FROM ${paths}`, boundStep(step));
  const change = (sign: 'add' | 'take', of: string) => together(PATH_SUMS.map(sum => run(columnar, changeCredit(sign, of, table, sum, stagedName(sum)), boundStep(step))));
  for (const month of found?.written === '0' ? [] : await monthsOf(columnar, step, [paths])) await change('add', `${paths} WHERE ${month}`);
  if (found?.renewed !== '0') await change('take', `conversion_path FINAL WHERE product_id = {product: UInt32} AND rules = {rules: UInt64} AND (ts, conversion_id) IN (SELECT ts, conversion_id FROM ${paths} WHERE ${known})`);
};
