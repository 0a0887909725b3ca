import { Failure } from '../../http/failures.ts';
import { numberOfModel } from '../models/models.ts';
import type { Options, ReportParts } from '../parse/query.ts';
import { countAt } from '../plan/snapshot.ts';
import {
  behindPage,
  behindTotal,
  type BehindRow,
} from '../../store/clickhouse/drilldown/figure-conversions.ts';
import { conversionsById } from '../../store/clickhouse/events/result-events.ts';
import { readPageCursor, writePageCursor, type PageCursor } from './page-cursor.ts';
import type { SelectedFigure } from './selected-figure.ts';
import { upTo } from '../plan/watermark.ts';
import { dayText } from '../../platform/time.ts';

/** From a figure of an analysis to the conversions that it is made of. */

interface Paging {
  readonly after?: string;
  readonly limit?: number;
}

/**
 * Hands out a figure over what each conversion gives to it, in the order of the pages, by the running share:
 * so whole yen sum to the figure's.
 *
 * @param before the contributions of the earlier pages
 */
const handOut = (rows: readonly BehindRow[], figure: bigint, total: bigint, before: bigint): bigint[] => {
  let reached = before;
  const upTo = () => (total === 0n ? 0n : (reached * figure) / total);
  return rows.map(({ contribution }) => {
    const start = upTo();
    reached += contribution;
    return upTo() - start;
  });
};

/**
 * A page of the conversions behind a figure, the newest first, each with its share; the shares of all pages
 * are the figure exactly.
 * Later pages count what the first one counted: the events up to the same one.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`, `timed_out`
 */
export const readBehind = async (
  parts: Pick<ReportParts, 'columnar' | 'db' | 'clock'>,
  { read: { rules, visible, ads }, period, span, model, unit, parts: cut, fromEvents, at }: SelectedFigure,
  { after, limit = 100 }: Paging,
  { signal, source }: Options = {},
) => {
  const mark = after === undefined ? null : readPageCursor(after);
  if (after !== undefined && mark === null) throw new Failure('invalid', { fields: { after: ['format'] } });

  const { answer, mark: counted } = await countAt(
    parts,
    rules,
    span,
    signal,
    async plain => {
      const { scope, lines, figure } = await at(plain);
      const [page, total, value] = await Promise.all([
        behindPage(parts.columnar, scope, lines, { after: mark, limit: limit + 1 }),
        mark === null ? behindTotal(parts.columnar, scope, lines) : null,
        mark === null && figure !== null ? figure() : null,
      ]);
      return { page, totals: total, figureParts: value ?? total?.contribution ?? null };
    },
    { source: fromEvents ? 'events' : source, ...(mark !== null && { mark: mark.counted }) },
  );

  const page = answer.page.slice(0, limit);
  const total = mark?.total ?? answer.totals?.contribution ?? 0n;
  const figureParts = mark?.figure ?? answer.figureParts ?? 0n;
  const shares = handOut(page, figureParts, total, mark?.distributed ?? 0n);
  const last = page.at(-1);
  const next: PageCursor | null =
    answer.page.length <= limit || last === undefined
      ? null
      : {
          counted,
          ms: last.ms,
          id: last.id,
          figure: figureParts,
          total,
          distributed:
            (mark?.distributed ?? 0n) + page.reduce((sum, { contribution }) => sum + contribution, 0n),
        };
  const facts = new Map(
    (
      await conversionsById(
        parts.columnar,
        page.map(({ id }) => id),
      )
    ).map(row => [row.conversionId, row]),
  );
  const names = new Map(ads.map(ad => [ad.id, ad.name]));
  const seen = (adId: number) => visible === 'all' || visible.has(adId);
  return {
    figure: {
      model: model === null ? null : numberOfModel(model),
      from: dayText(period.fromDay),
      to: dayText(period.untilDay - 1),
      unit,
      value: Number(figureParts) / cut,
      parts: String(figureParts),
      parts_of_one: cut,
      conversions: answer.totals?.count ?? null,
      ...upTo(counted),
    },
    results: page.map((row, index) => {
      const fact = facts.get(row.id);
      const hidden = row.lastAd !== null && !seen(row.lastAd);
      return {
        conversion_id: row.id,
        cv_time: new Date(row.ms).toISOString(),
        cv_type: row.cvType,
        amount: row.amount,
        args: hidden ? '' : (fact?.args ?? ''),
        user_id: hidden ? '' : (fact?.userId ?? ''),
        visitor_id: fact?.visitorId ?? '0',
        contacts: row.contacts,
        elapsed: row.elapsed / 1000,
        last_cv_ad_id: hidden ? null : row.lastAd,
        last_cv_ad_hidden: hidden,
        last_cv_ad_name: hidden || row.lastAd === null ? '' : (names.get(row.lastAd) ?? `#${row.lastAd}`),
        share: Number(shares[index] ?? 0n) / cut,
        share_parts: String(shares[index] ?? 0n),
      };
    }),
    next: next === null ? null : writePageCursor(next),
  };
};
