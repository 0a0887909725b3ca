import { Failure } from '../../http/failures.ts';
import { numberOfModel } from '../models/models.ts';
import type { ReportOptions, ReportParts } from '../parse/query.ts';
import { countAtSnapshot } from '../plan/snapshot.ts';
import {
  readFigureConversionPage,
  readFigureConversionTotal,
  type FigureConversionRow,
} from '../../store/clickhouse/drilldown/figure-conversions.ts';
import { conversionsById } from '../../store/clickhouse/events/result-events.ts';
import { readPageCursor, writePageCursor, type PageCursor } from './page-cursor.ts';
import type { SelectedFigure } from './selected-figure.ts';
import { watermarkFields } from '../parse/watermark.ts';
import { dayText } from '../../platform/time.ts';
import { nameOrId } from '../count/labels.ts';

/** Drill-down from a figure of an analysis to its conversions. */

interface Paging {
  readonly after?: string;
  readonly limit?: number;
}

/**
 * Distributes a figure over the contributions of conversions, in page order, by the running share: whole yen
 * therefore sum to the figure.
 *
 * @param before the contributions of the earlier pages
 */
const handOut = (
  rows: readonly FigureConversionRow[],
  figure: bigint,
  total: bigint,
  before: bigint,
): bigint[] => {
  let reached = before;
  const upTo = () => (total === 0n ? 0n : (reached * figure) / total);
  return rows.map(({ contribution }) => {
    const start = upTo();
    reached += contribution;
    return upTo() - start;
  });
};

/** The cursor of the next page; null: this one is the last. @param rows those of the page, and one more */
const nextCursor = (
  rows: readonly FigureConversionRow[],
  limit: number,
  { distributed, ...state }: Omit<PageCursor, 'ms' | 'id'>,
): PageCursor | null => {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (rows.length <= limit || last === undefined) return null;
  return {
    ...state,
    ms: last.ms,
    id: last.id,
    distributed: distributed + page.reduce((sum, { contribution }) => sum + contribution, 0n),
  };
};

/** The cursor of a page; null: it is the first. @throws {Failure} `invalid` */
const cursorOf = (after: string | undefined): PageCursor | null => {
  if (after === undefined) return null;
  const cursor = readPageCursor(after);
  if (cursor === null) throw new Failure('invalid', { fields: { after: ['format'] } });
  return cursor;
};

type Fact = Awaited<ReturnType<typeof conversionsById>>[number];
const factsOf = async (
  { columnar }: Pick<ReportParts, 'columnar'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Fact>> =>
  new Map((await conversionsById(columnar, ids)).map(fact => [fact.conversionId, fact]));

/** A conversion in an answer. The site's values and the last ad are visible to viewers of that ad. */
const showConversion = (
  row: FigureConversionRow,
  fact: Fact | undefined,
  visible: SelectedFigure['query']['visible'],
  names: ReadonlyMap<number, string>,
) => {
  const isHidden = row.lastAd !== null && visible !== 'all' && !visible.has(row.lastAd);
  return {
    conversion_id: row.id,
    cv_time: new Date(row.ms).toISOString(),
    cv_type: row.cvType,
    amount: row.amount,
    args: isHidden ? '' : (fact?.args ?? ''),
    user_id: isHidden ? '' : (fact?.userId ?? ''),
    visitor_id: fact?.visitorId ?? '0',
    contacts: row.contacts,
    elapsed: row.elapsed / 1000,
    last_cv_ad_id: isHidden ? null : row.lastAd,
    last_cv_ad_hidden: isHidden,
    last_cv_ad_name: isHidden || row.lastAd === null ? '' : nameOrId(names.get(row.lastAd), row.lastAd),
  };
};

/** Counts a page of the conversions of a figure; the figure itself only with the first page. */
const countFigure = async (
  parts: ReportParts,
  { query, span, fromEvents, at }: SelectedFigure,
  { cursor, limit }: { readonly cursor: PageCursor | null; readonly limit: number },
  { signal, source }: ReportOptions,
) =>
  countAtSnapshot(
    parts,
    {
      rules: query.rules,
      period: span,
      signal,
      count: async plain => {
        const { scope, lines, figure } = await at(plain);
        const [page, total, value] = await Promise.all([
          readFigureConversionPage(parts.columnar, scope, lines, { after: cursor, limit: limit + 1 }),
          cursor === null ? readFigureConversionTotal(parts.columnar, scope, lines) : null,
          cursor === null && figure !== null ? figure() : null,
        ]);
        return { page, totals: total, figureParts: value ?? total?.contribution ?? null };
      },
    },
    { source: fromEvents ? 'events' : source, ...(cursor !== null && { watermark: cursor.counted }) },
  );

/**
 * A page of the conversions of a figure, newest first, each with its share; the shares of all pages sum to
 * the figure exactly. Later pages count the events up to the same one as the first page.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`, `timed_out`
 */
export const readFigureConversions = async (
  parts: ReportParts,
  figure: SelectedFigure,
  { after, limit = 100 }: Paging,
  options: ReportOptions = {},
) => {
  const { query, period, model, unit, parts: cut } = figure;
  const cursor = cursorOf(after);
  const { answer, watermark: counted } = await countFigure(parts, figure, { cursor, limit }, options);
  const page = answer.page.slice(0, limit);
  const {
    figure: figureParts,
    total,
    distributed,
  } = cursor ?? {
    figure: answer.figureParts ?? 0n,
    total: answer.totals?.contribution ?? 0n,
    distributed: 0n,
  };
  const shares = handOut(page, figureParts, total, distributed);
  const next = nextCursor(answer.page, limit, { counted, figure: figureParts, total, distributed });
  const facts = await factsOf(
    parts,
    page.map(({ id }) => id),
  );
  const names = new Map(query.ads.map(ad => [ad.id, ad.name]));
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
      ...watermarkFields(counted),
    },
    results: page.map((row, index) => ({
      ...showConversion(row, facts.get(row.id), query.visible, names),
      share: Number(shares[index] ?? 0n) / cut,
      share_parts: String(shares[index] ?? 0n),
    })),
    next: next === null ? null : writePageCursor(next),
  };
};
