import { requireKnownProduct, requireProduct, type Viewer } from '../http/visibility.ts';
import { Failure } from '../http/failures.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Author } from '../store/postgres/engine/audit-log.ts';
import * as store from '../store/postgres/results/recomputations.ts';
import { identifiersRemovedBefore } from '../store/postgres/privacy/retention.ts';
import { namesOf } from '../store/postgres/results/re-evaluation.ts';
import type { RecomputationExample } from '../store/postgres/schema/index.ts';
import { DAY, dayText, MINUTE, tokyoDay } from '../platform/time.ts';
import { daysOf } from './log-parameters.ts';
import { recordRecomputation } from './recompute.ts';
import { rulesDigestOf } from './recompute-batches.ts';

type Stores = Pick<Dependencies, 'db' | 'clock'>;

export interface Period {
  readonly product_id: number;
  readonly from: string;
  readonly to: string;
}

/** Maximum period of a recomputation in days. */
const MAX_DAYS = 100;
/** Age of a conversion in milliseconds after which its contacts are stored. */
const SETTLED_AFTER_MS = 10 * MINUTE;

/** @param oldest time of the oldest conversion that can be evaluated: earlier ones lack what they are checked by */
const readSpan = (
  now: number,
  oldest: number,
  { from: firstDay, to: lastDay }: Period,
): { from: number; until: number } => {
  const { from = 0, until = 0 } = daysOf({ from: firstDay, to: lastDay });
  const max = new Date(from + MAX_DAYS * DAY).toISOString().slice(0, 10);
  if (until - from > MAX_DAYS * DAY)
    throw new Failure('invalid', { fields: { to: [{ code: 'maximum', values: { max } }] } });
  if (until <= oldest)
    throw new Failure('invalid', {
      fields: { to: [{ code: 'minimum', values: { min: dayText(tokyoDay(oldest)) } }] },
    });
  const begin = Math.max(from, oldest);
  return { from: begin, until: Math.max(begin, Math.min(until, now - SETTLED_AFTER_MS)) };
};

const showExamples = async (
  db: Dependencies['db'],
  companyId: number,
  examples: readonly RecomputationExample[],
) => {
  const aspIds = [...new Set(examples.map(({ aspId }) => aspId))];
  const adIds = [...new Set(examples.flatMap(({ adId }) => adId ?? []))];
  const { networks, ads } = await namesOf(db, companyId, aspIds, adIds);
  return examples.map(({ conversionId, resultId, aspId, adId, fromStatus, toStatus, rule }) => ({
    conversion_id: conversionId,
    result_id: resultId,
    asp_id: aspId,
    asp_name: networks.get(aspId) ?? '',
    cv_ad_id: adId,
    cv_ad_name: adId === null ? '' : (ads.get(adId) ?? ''),
    from_status: fromStatus,
    to_status: toStatus,
    rule,
  }));
};

const show = async (db: Dependencies['db'], row: store.Recomputation) => ({
  id: row.id,
  product_id: row.productId,
  from: row.firstDay,
  to: row.lastDay,
  state: row.state,
  conversions: row.conversions,
  planned: row.planned,
  applied: row.applied,
  ...row.counts,
  digest: row.digest,
  done: row.done,
  examples: row.state === 'planned' ? await showExamples(db, row.companyId, row.examples) : [],
});
type Shown = Awaited<ReturnType<typeof show>>;

/** @throws {Failure} `not_found` */
const requireRecomputation = async (
  { db }: Pick<Dependencies, 'db'>,
  viewer: Viewer,
  id: number,
): Promise<store.Recomputation> => {
  const found = await store.findRecomputation(db, viewer.companyId, id);
  if (found === null) throw new Failure('not_found');
  requireKnownProduct(viewer, found.productId);
  return found;
};

/**
 * Starts the plan of a recomputation and replaces the user's earlier plan.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`; `conflict`: the user started another plan at the same time
 */
export const planRecomputation = async (
  { db, clock }: Stores,
  viewer: Viewer,
  { ip }: Author,
  period: Period,
): Promise<Shown> => {
  requireProduct(viewer, period.product_id);
  const oldest = await identifiersRemovedBefore(db, period.product_id);
  const span = readSpan(clock.now(), oldest?.getTime() ?? 0, period);
  const row = await store.insertRecomputation(db, {
    companyId: viewer.companyId,
    productId: period.product_id,
    userId: viewer.userId,
    apiKeyId: viewer.key?.id ?? null,
    ipAddress: ip,
    firstDay: period.from,
    lastDay: period.to,
    spanFrom: new Date(span.from),
    spanUntil: new Date(span.until),
    createdAt: new Date(clock.now()),
  });
  if (row === null) throw new Failure('conflict');
  return show(db, row);
};

/** @throws {Failure} `not_found` */
export const readRecomputation = async (parts: Stores, viewer: Viewer, id: number): Promise<Shown> =>
  show(parts.db, await requireRecomputation(parts, viewer, id));

/**
 * Reads the product's recomputation that is being applied, else the user's last one.
 *
 * @throws {Failure} `no_permission_for_data`
 */
export const readCurrentRecomputation = async (
  { db }: Stores,
  viewer: Viewer,
  productId: number,
): Promise<{ recomputations: Shown[] }> => {
  requireProduct(viewer, productId);
  const { companyId, userId } = viewer;
  const found = await store.currentRecomputation(db, { companyId, productId, userId });
  return { recomputations: found === null ? [] : [await show(db, found)] };
};

/**
 * Begins to apply a plan that the user has seen.
 *
 * @param digest digest of the plan that was shown
 * @throws {Failure} `not_found`; `conflict`: the plan or the rules have changed, or the
 *   product is being recomputed
 */
export const applyPlan = async (
  parts: Stores,
  viewer: Viewer,
  { ip }: Author,
  id: number,
  digest: string,
): Promise<Shown> => {
  const { db } = parts;
  const plan = await requireRecomputation(parts, viewer, id);
  const rulesDigest = await rulesDigestOf(db, plan.productId, plan.adIds);
  const applier = {
    digest,
    rulesDigest,
    userId: viewer.userId,
    apiKeyId: viewer.key?.id ?? null,
    ipAddress: ip,
  };
  const begun = await store.beginApplying(db, plan, applier);
  if (begun === null) throw new Failure('conflict');
  return show(db, begun);
};

/**
 * Cancels a recomputation; applied changes remain, and a recomputation that has ended is not changed.
 *
 * @throws {Failure} `not_found`
 */
export const cancelRecomputation = async (
  parts: Stores,
  viewer: Viewer,
  author: Author,
  id: number,
): Promise<Shown> => {
  const { db } = parts;
  await requireRecomputation(parts, viewer, id);
  await db.transaction(async tx => {
    const cancelled = await store.cancelRecomputation(tx, viewer.companyId, id, author.at);
    if (cancelled?.before.state === 'applying') await recordRecomputation(tx, author, cancelled.after);
  });
  return readRecomputation(parts, viewer, id);
};
