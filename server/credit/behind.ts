import type { Viewer } from '../accounts/visibility.ts';
import { numberOf, modelOf } from '../attribution/models.ts';
import { creditTable } from '../attribution/paths.ts';
import { Failure } from '../http/failures.ts';
import type { AxisNumber } from '../reports/axes.ts';
import { COUNTED, type Tally } from '../reports/metrics.ts';
import { dayText } from '../reports/period.ts';
import { check, modelAsked, type Options, type ReportParts } from '../reports/question.ts';
import { isShown, rowOfKey } from '../reports/report.ts';
import { countAt } from '../reports/source.ts';
import { groupsOf, tallyRows } from '../reports/tally.ts';
import { behindPage, behindTotal, type BehindRow, type Figure } from '../store/clickhouse/behind.ts';
import { conversionsById } from '../store/clickhouse/results.ts';
import { figures, type BehindMetric } from './figures.ts';
import { readMark, writeMark, type Mark } from './mark.ts';

/** From a figure of a report to the conversions that it is made of. */
export interface BehindQuestion {
  readonly product_id: number;
  readonly from: string;
  readonly to: string;
  readonly axis?: number;
  /** A row of the report: its key, or `total`. */
  readonly key: string;
  readonly metric: string;
  readonly model?: number;
  readonly after?: string;
  readonly limit?: number;
}

export const TOTAL = 'total';

/** Rows that a report shows: those where something was counted, and that the viewer may see. */
const sumOf = (tallies: ReadonlyMap<number, Tally>, shown: (row: number) => boolean, rows: readonly number[] | null, counted: keyof Tally): bigint =>
  [...tallies].reduce((sum, [row, tally]) => (shown(row) && (rows === null || rows.includes(row)) && COUNTED.some(key => tally[key] !== 0n) ? sum + tally[counted] : sum), 0n);

/**
 * Hands out a figure over what each conversion gives to it, in the order of the pages, by the running share: so whole yen sum to the figure's.
 *
 * @param before what the pages before were given
 */
const handOut = (rows: readonly BehindRow[], figure: bigint, whole: bigint, before: bigint): bigint[] => {
  let reached = before;
  const upTo = () => (whole === 0n ? 0n : (reached * figure) / whole);
  return rows.map(({ given }) => {
    const start = upTo();
    reached += given;
    return upTo() - start;
  });
};

/**
 * A page of the conversions behind a figure, the newest first, each with its share; the shares of all pages are the figure exactly.
 * Later pages count what the first one counted: the events up to the same one.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`, `timed_out`
 */
export const readBehind = async (parts: ReportParts, viewer: Viewer, question: BehindQuestion, { signal, source }: Options = {}) => {
  const axis = (question.axis ?? 1) as AxisNumber;
  const metric = question.metric as BehindMetric;
  const { share, counted, parts: cut, unit } = figures[metric];
  const mark = question.after === undefined ? null : readMark(question.after);
  if (question.after !== undefined && mark === null) throw new Failure('invalid', { fields: { after: ['format'] } });
  const checked = await check(parts, viewer, { productId: question.product_id, from: question.from, to: question.to });
  const { rules, period, visible, ads } = checked;
  const model = question.model === undefined ? modelOf(rules.attributionModel) ?? 'linear' : modelAsked(question.model);
  const shown = (row: number) => isShown(checked, axis, row);
  const { grouping, rowOf } = groupsOf({ ads, axis, visible });
  const asked = question.key === TOTAL ? null : rowOfKey(question.key);
  if (question.key !== TOTAL && asked === null) throw new Failure('invalid', { fields: { key: ['choice'] } });
  if (asked !== null && !shown(asked)) throw new Failure('no_permission_for_data');
  const rows = asked !== null ? [asked] : visible === 'all' ? null : [...new Set([...visible].map(rowOf))].filter(shown);
  const figure: Figure = { share, rows, grouping, model, table: creditTable };
  const limit = question.limit ?? 100;

  const { answer, mark: counting } = await countAt(parts, rules, period, signal, async scope => {
    const at = mark === null || mark.counted === scope.mark ? scope : { ...scope, mark: mark.counted, source: 'events' as const };
    const [page, whole, tallies] = await Promise.all([
      behindPage(parts.columnar, at, figure, { after: mark, limit: limit + 1 }),
      mark === null ? behindTotal(parts.columnar, at, figure) : null,
      mark === null ? tallyRows(parts, at, checked, { grouping, rowOf }, [model]) : null,
    ]);
    return { page, whole, figureParts: tallies === null ? null : sumOf(tallies[model], shown, rows, counted), counted: at.mark };
  }, source);

  const page = answer.page.slice(0, limit);
  const whole = mark?.whole ?? answer.whole?.given ?? 0n;
  const figureParts = mark?.figure ?? answer.figureParts ?? 0n;
  const shares = handOut(page, figureParts, whole, mark?.given ?? 0n);
  const last = page.at(-1);
  const next: Mark | null = answer.page.length <= limit || last === undefined ? null : {
    counted: answer.counted, ms: last.ms, id: last.id, figure: figureParts, whole, given: (mark?.given ?? 0n) + page.reduce((sum, { given }) => sum + given, 0n),
  };
  const facts = new Map((await conversionsById(parts.columnar, page.map(({ id }) => id))).map(row => [row.conversionId, row]));
  const names = new Map(ads.map(ad => [ad.id, ad.name]));
  const seen = (adId: number) => visible === 'all' || visible.has(adId);
  return {
    figure: {
      metric, key: question.key, axis, model: numberOf(model), from: dayText(period.fromDay), to: dayText(period.untilDay - 1), unit, value: Number(figureParts) / cut,
      parts: String(figureParts), parts_of_one: cut, conversions: answer.whole?.count ?? null, watermark: mark === null ? counting : answer.counted,
    },
    results: page.map((row, index) => {
      const fact = facts.get(row.id);
      const hidden = row.lastAd !== null && !seen(row.lastAd);
      return {
        conversion_id: row.id, cv_time: new Date(row.ms).toISOString(), cv_type: row.cvType, amount: row.amount, args: hidden ? '' : fact?.args ?? '', user_id: hidden ? '' : fact?.userId ?? '', visitor_id: fact?.visitorId ?? '0',
        contacts: row.contacts, elapsed: row.elapsed / 1000, last_cv_ad_id: hidden ? null : row.lastAd, last_cv_ad_hidden: hidden,
        last_cv_ad_name: hidden || row.lastAd === null ? '' : names.get(row.lastAd) ?? `#${row.lastAd}`,
        share: Number(shares[index] ?? 0n) / cut, share_parts: String(shares[index] ?? 0n),
      };
    }),
    next: next === null ? null : writeMark(next),
  };
};
