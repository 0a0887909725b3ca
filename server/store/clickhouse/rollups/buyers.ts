import { changeCellCredit } from '../queries/dimension-credit.ts';
import type { Columnar } from '../engine/columnar.ts';
import { changeCredit, PATH_SUMS } from './daily-credit.ts';
import { eventCounts, termOf } from '../events/eligible.ts';
import type { CreditTable } from './paths.ts';
import { ofProduct } from '../queries/scope.ts';
import { stagedName } from './staging.ts';
import { eventsOf, isFirst, monthsOf, rowsOfStep, runStep, type Step } from './batch.ts';
import { settleAll } from '../engine/settle-all.ts';

/**
 * The visitors who ever converted, with all of their contacts and conversions, the paths of their conversions
 * out of these, and what the paths give.
 */

const converting = ({ rules }: Step, which: string): string =>
  `${eventsOf('conversion', 'upto')} AND ${eventCounts(rules)} AND ${which}`;

/** Writes the buyers among the visitors that `which` chooses, out of their gathered contacts. */
export const writeBuyers = (columnar: Columnar, step: Step, which: string, table: string): Promise<void> => {
  const sold = (type: 0 | 1) => `arraySort(groupArrayIf(toUnixTimestamp64Milli(ts), cv_type = ${type}))`;
  return runStep(
    columnar,
    `
    INSERT INTO ${stagedName('buyer')} (product_id, rules, visitor_id, times, interaction_ids, ad_ids, page_ids, agent_ids, landing_ids, lasts, middles, version)
    SELECT {product: UInt32}, {rules: UInt64}, b.visitor_id, k.contacts.1, k.contacts.2, k.contacts.3, k.contacts.4, k.contacts.5, k.contacts.6, b.lasts, b.middles, {version: UInt64}
    FROM (SELECT visitor_id, ${sold(1)} AS lasts, ${sold(0)} AS middles FROM conversion WHERE ${converting(step, which)} GROUP BY visitor_id) AS b
    LEFT JOIN (
      SELECT visitor_id, arraySort(groupArray((at, id, ad_id, page, agent, landing))) AS contacts FROM ${table}
      WHERE had_last = 1 OR had_middle = 1 GROUP BY visitor_id
    ) AS k ON k.visitor_id = b.visitor_id`,
    step,
  );
};

/**
 * Writes the paths of their conversions: those that are new, those that a new contact is on, and those that a
 * new last conversion came before.
 */
export const writePaths = (columnar: Columnar, step: Step, which: string): Promise<void> => {
  const arrays = ['times', 'interaction_ids', 'ad_ids', 'page_ids', 'agent_ids', 'landing_ids'] as const;
  const made = 'ts, conversion_id, visitor_id, cv_type, amount';
  return runStep(
    columnar,
    `
    INSERT INTO ${stagedName('conversion_path')} (product_id, rules, ${made}, ${arrays.join(', ')}, first_cv, version)
    SELECT {product: UInt32}, {rules: UInt64}, ${made}, ${arrays.map(name => `arraySlice(all_${name}, skipped + 1, reached - skipped) AS ${name}`).join(', ')}, first_cv, {version: UInt64}
    FROM (
      SELECT c.ts AS ts, c.conversion_id AS conversion_id, c.visitor_id AS visitor_id, c.cv_type AS cv_type, c.amount AS amount, ${arrays.map(name => `b.${name} AS all_${name}`).join(', ')},
        arrayCount(x -> x < c.converted - ${termOf(step.rules)}, b.times) AS skipped, arrayCount(x -> x <= c.converted, b.times) AS reached,
        if(b.lasts[1] < c.converted, b.lasts[1], 0) AS first_cv, c.newly != 0 AND c.newly < c.converted AS preceded
      FROM (
        SELECT ${made}, toUnixTimestamp64Milli(ts) AS converted, minIf(converted, cv_type = 1 AND conversion_id > {conversion_after: UInt64}) OVER (PARTITION BY visitor_id) AS newly
        FROM conversion WHERE ${converting(step, which)}
      ) AS c
      INNER JOIN (SELECT visitor_id, lasts, ${arrays.join(', ')} FROM ${stagedName('buyer')} WHERE ${which}) AS b ON b.visitor_id = c.visitor_id
    ) ${isFirst(step) ? '' : 'WHERE conversion_id > {conversion_after: UInt64} OR preceded OR arrayExists(id -> id > {contact_after: UInt64}, interaction_ids)'}
    SETTINGS max_partitions_per_insert_block = 0`,
    step,
  ); // a visitor's conversions may lie in any number of months
};

/** Puts what the step's paths give in the place of what earlier ones of the same conversions gave. */
export const sumCredit = async (columnar: Columnar, step: Step, table: CreditTable): Promise<void> => {
  const paths = stagedName('conversion_path');
  const known = 'conversion_id <= {conversion_after: UInt64}';
  const [found] = await rowsOfStep<{ written: string; renewed: string }>(
    columnar,
    `SELECT count() AS written, countIf(${known}) AS renewed FROM ${paths}`,
    step,
  );
  const change = (sign: 'add' | 'take', of: string) =>
    settleAll(
      [
        changeCellCredit(sign, of, table, stagedName('monthly_credit')),
        ...PATH_SUMS.map(sum => changeCredit(sign, of, table, sum, stagedName(sum))),
      ].map(query => runStep(columnar, query, step)),
    );
  const add = async () => {
    for (const month of found?.written === '0' ? [] : await monthsOf(columnar, step, [paths]))
      await change('add', `${paths} WHERE ${month}`);
  };
  const take = async () => {
    if (found?.renewed !== '0')
      await change(
        'take',
        `conversion_path FINAL WHERE ${ofProduct} AND (ts, conversion_id) IN (SELECT ts, conversion_id FROM ${paths} WHERE ${known})`,
      );
  };
  await settleAll([add(), take()]);
};
