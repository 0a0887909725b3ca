import { linesOfDay } from './calendar.ts';
import type { Columnar } from '../engine/columnar.ts';
import { NOBODY } from './daily-credit.ts';
import { contactCounts, dayOf, eventCounts, excluded, monthOf, termOf, TOKYO } from '../events/eligible.ts';
import { changeOf } from './scratch-tables.ts';
import { lullSpans, NEVER_AFTER, NEVER_BEFORE } from './non-converting-transitions.ts';
import { landingPage, pageUrl } from '../queries/landing-page.ts';
import { ofProduct } from '../queries/scope.ts';
import { stagedName } from './staging.ts';
import { isFirst, newOf, rowsOfStep, runStep, type Step } from './batch.ts';
import { settleAll } from '../engine/settle-all.ts';

/**
 * The derived sums: contacts by day, what is left out, landing pages, passages from contact to contact.
 *
 * What new events change is added: of each visitor that something is new of, what there is now less what
 * there was. So keeping the sums costs what is new
 * and not what there is, and whoever came late, or converted at last, takes away what he stood for before.
 */

/** Makes the sums of contacts out of the gathered ones, and their lines. */
export const sumContacts = (columnar: Columnar, step: Step, table: string): Promise<void> => {
  const fresh = `at - came_at > ${termOf(step.rules)}`;
  const line = `${dayOf('at')} AS day, toUInt8(intDiv(at + ${TOKYO}, 3600000) % 24) AS hour, ad_id, agent, landing, existing`;
  const sums = `sum(sign) AS clicks, sum(sign * (${fresh})) AS first_touches, sum(sign * cost) AS costs`;
  const changed = 'HAVING clicks != 0 OR first_touches != 0 OR costs != 0';
  return settleAll(
    [
      `
    INSERT INTO ${stagedName('daily_contact')} SELECT {product: UInt32}, {rules: UInt64}, arrayJoin(${linesOfDay('day')}), ad_id, clicks, first_touches, costs FROM (
      SELECT ${dayOf('at')} AS day, ad_id, ${sums} FROM (${changeOf(step, table)}) GROUP BY day, ad_id ${changed})`,
      `
    INSERT INTO ${stagedName('contact_line')} SELECT {product: UInt32}, {rules: UInt64}, ${
      isFirst(step)
        ? `${line}, 1, ${fresh}, cost FROM ${table}`
        : `${line}, ${sums} FROM (${changeOf(step, table)}) GROUP BY day, hour, ad_id, agent, landing, existing ${changed}`
    }`,
    ].map(query => runStep(columnar, query, step)),
  );
};

/** Makes the sums of passages out of the gathered contacts. */
export const sumPassages = (columnar: Columnar, step: Step, table: string): Promise<void> =>
  runStep(
    columnar,
    `
  INSERT INTO ${stagedName('monthly_lull')} SELECT {product: UInt32}, {rules: UInt64}, span, ${NEVER_BEFORE}, ${NEVER_AFTER}, came_month, came_ad, ad_id, without_middle, without_last FROM (
    SELECT came_month, month, came_ad, ad_id, sum(sign * (1 - had_middle)) AS without_middle, sum(sign * (1 - had_last)) AS without_last FROM (
      SELECT ${monthOf('at')} AS month, if(came_at = 0, month, ${monthOf('came_at')}) AS before, if(came_at = 0, toUInt32(${NOBODY}), came_ad) AS came_ad, ad_id, sign, had_middle, had_last
      FROM (${changeOf(step, table)}) WHERE had_middle = 0 OR had_last = 0
    ) ARRAY JOIN if(before = month, [toInt32(0)], [toInt32(0), before]) AS came_month
    GROUP BY came_month, month, came_ad, ad_id HAVING without_middle != 0 OR without_last != 0
  ) ARRAY JOIN ${lullSpans('month', 'came_month')} AS span`,
    step,
  );

/** Adds what new events of a month do not count. */
export const sumLeftOut = (columnar: Columnar, step: Step, month: string): Promise<void> => {
  const { rules } = step;
  const day = dayOf('toUnixTimestamp64Milli(ts)');
  return runStep(
    columnar,
    `
    INSERT INTO ${stagedName('daily_left_out')} SELECT {product: UInt32}, {rules: UInt64}, arrayJoin(${linesOfDay('day')}), ad, sum(bots), sum(repeats), sum(addresses), sum(conversions) FROM (
      SELECT ${day} AS day, ad_id AS ad, toInt64(bot = 1) AS bots, toInt64(bot = 0 AND repeated = 1) AS repeats, toInt64(bot = 0 AND repeated = 0 AND ${excluded(rules)}) AS addresses, toInt64(0) AS conversions
      FROM contact WHERE ${newOf('contact')} AND ${month} AND NOT (${contactCounts(rules)})
      UNION ALL SELECT ${day} AS day, toUInt32(0), toInt64(0), toInt64(0), toInt64(0), toInt64(1) FROM conversion WHERE ${newOf('conversion')} AND ${month} AND NOT (${eventCounts(rules)})
    ) GROUP BY day, ad`,
    step,
  );
};

/**
 * Adds where new contacts of a month landed, and what was seen of them where that is not known: hardly any
 * step brings a page or an agent that nobody has seen.
 */
export const sumPages = async (columnar: Columnar, step: Step, month: string): Promise<void> => {
  const fresh = `${newOf('contact')} AND ${month} AND ${contactCounts(step.rules)}`;
  const known = (column: string, table: 'landing_page' | 'contact_seen') =>
    `SELECT ${column} FROM ${table} WHERE ${ofProduct}`;
  const seen = known('seen', 'contact_seen');
  const unknown = `(page_id NOT IN (${known('page', 'landing_page')}) OR agent_id NOT IN (${seen}) OR landing_id NOT IN (${seen}))`;
  const sumLandings = () =>
    runStep(
      columnar,
      `
    INSERT INTO ${stagedName('daily_landing')} SELECT {product: UInt32}, {rules: UInt64}, ${dayOf('toUnixTimestamp64Milli(ts)')} AS day, page_id AS page, minIf(landing_url, lpo_number > 0), toInt64(count())
    FROM contact WHERE ${fresh} GROUP BY day, page`,
      step,
    );
  const tell = async () => {
    if (
      !isFirst(step) &&
      (await rowsOfStep(columnar, `SELECT 1 FROM contact WHERE ${fresh} AND ${unknown} LIMIT 1`, step))
        .length === 0
    )
      return;
    await settleAll(
      [
        `
    INSERT INTO ${stagedName('landing_page')} SELECT {product: UInt32}, {rules: UInt64}, page_id AS page, any(c.ad_id), any(c.redirect_id), any(c.lpo_number), any(${pageUrl})
    FROM contact AS c WHERE ${fresh} GROUP BY page`,
        `
    INSERT INTO ${stagedName('contact_seen')} SELECT {product: UInt32}, {rules: UInt64}, one.1, one.2, one.3, one.4, one.5 FROM (
      SELECT arrayJoin([(agent, made, system, browsing, ''), (landing, '', '', '', address)]) AS one FROM (
        SELECT agent_id AS agent, landing_id AS landing, toString(any(device)) AS made, toString(any(os)) AS system, toString(any(browser)) AS browsing, any(${landingPage}) AS address FROM contact WHERE ${fresh} GROUP BY agent, landing
      ))`,
      ].map(query => runStep(columnar, query, step)),
    );
  };
  await settleAll([sumLandings(), tell()]);
};
