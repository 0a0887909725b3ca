import { createHash } from 'node:crypto';
import { requireProduct, type Viewer } from '../accounts/visibility.ts';
import { Failure } from '../http/failures.ts';
import type { Parts } from '../parts.ts';
import { lastConversionsOf } from '../store/clickhouse/results.ts';
import { recordChanges, type Author } from '../store/postgres/changes.ts';
import { storeDecisions } from '../store/postgres/decisions.ts';
import { enqueueNotifications } from '../store/postgres/notifications.ts';
import { countResultsOf, namesOf, storeJudgements } from '../store/postgres/rejudging.ts';
import { lockMaking, readProductRules } from '../store/postgres/results.ts';
import { DAY, MINUTE } from '../time.ts';
import { noticesOf } from './notices.ts';
import { type ConversionWithPath, readPaths } from './paths.ts';
import { daysOf } from './questions.ts';
import { nothingPlanned, rejudge, type WouldChange, type WouldMake } from './rejudge.ts';
import { makeResults } from './service.ts';

/**
 * Results of a period judged anew by the settings as they are now: an explicit, previewed action. What a person decided over is never touched, and
 * nothing is unmade.
 */

type Stores = Pick<Parts, 'db' | 'columnar' | 'clock' | 'secrets'>;
export interface Period { readonly product_id: number; readonly from: string; readonly to: string }

const BATCH = 500;
const EXAMPLES = 100;
/** Days that are judged at once. */
const MOST_DAYS = 100;
/** Of newer conversions, contacts may still be on their way. */
const SETTLED = 10 * MINUTE;

/** What of a period can be judged, in milliseconds, `until` not included. @throws {Failure} `invalid`, `no_permission_for_data` */
const spanOf = ({ clock }: Pick<Stores, 'clock'>, viewer: Viewer, { product_id: productId, ...days }: Period) => {
  requireProduct(viewer, productId);
  const { from = 0, until = 0 } = daysOf(days);
  if (until - from > MOST_DAYS * DAY) throw new Failure('invalid', { fields: { to: [{ code: 'maximum', values: { max: new Date(from + MOST_DAYS * DAY).toISOString().slice(0, 10) } }] } });
  return { productId, from, until: Math.max(from, Math.min(until, clock.now() - SETTLED)) };
};

/** The conversions of a time with their paths, batch by batch. */
async function* conversionsOf({ db, columnar }: Stores, span: ReturnType<typeof spanOf>): AsyncGenerator<ConversionWithPath[]> {
  for (let after = '0'; span.until > span.from;) {
    const ids = await lastConversionsOf(columnar, span, after, BATCH);
    if (ids.length > 0) yield readPaths(columnar, ids, productIds => readProductRules(db, productIds));
    if (ids.length < BATCH) return;
    after = ids.at(-1)!;
  }
}

interface Counts { made: number; moved: number; rejudged: number; kept: number }
const noCounts = (): Counts => ({ made: 0, moved: 0, rejudged: 0, kept: 0 });

const statement = (change: WouldMake | WouldChange): string => JSON.stringify(change.kind === 'made' ? [change.conversionId, change.aspId, change.said] : [change.existing.result.id, change.kind, change.said]);

/** @throws {Failure} as {@link spanOf} */
const planOf = async (parts: Stores, viewer: Viewer, period: Period) => {
  const counts = noCounts();
  const hash = createHash('sha256').update(JSON.stringify([period.product_id, period.from, period.to]));
  const examples: (WouldMake | WouldChange)[] = [];
  const planned = nothingPlanned();
  let decided = 0;
  let earned = 0;
  const span = spanOf(parts, viewer, period);
  const there = await countResultsOf(parts.db, viewer.companyId, span);
  for await (const batch of conversionsOf(parts, span)) {
    const done = await rejudge(parts.db, viewer.companyId, batch, { hold: false, planned });
    decided += done.decided;
    earned += done.earned;
    for (const change of done.changes) {
      counts[change.kind]++;
      hash.update(statement(change));
      if ((change.kind === 'made' || change.kind === 'moved') && examples.length < EXAMPLES) examples.push(change);
    }
  }
  return { ...counts, decided, unearned: Math.max(0, there - earned), digest: hash.digest('base64url'), examples };
};

/** What {@link applyRecompute} would do. @throws {Failure} `invalid`, `no_permission_for_data` */
export const previewRecompute = async (parts: Stores, viewer: Viewer, period: Period) => {
  const { examples, ...plan } = await planOf(parts, viewer, period);
  const rows = examples.map(change => (change.kind === 'made'
    ? { conversion_id: change.conversionId, result_id: null, asp_id: change.aspId, cv_ad_id: change.adId, from_status: null, to_status: change.said.status, rule: change.said.rule }
    : { conversion_id: change.existing.result.conversionId, result_id: change.existing.result.id, asp_id: change.existing.result.aspId, cv_ad_id: change.existing.result.cvAdId,
      from_status: change.existing.result.approvalStatus, to_status: change.said.status, rule: change.said.rule }));
  const { networks, ads } = await namesOf(parts.db, viewer.companyId, [...new Set(rows.map(row => row.asp_id))], [...new Set(rows.flatMap(row => row.cv_ad_id ?? []))]);
  return { ...plan, examples: rows.map(row => ({ ...row, asp_name: networks.get(row.asp_id) ?? '', cv_ad_name: row.cv_ad_id === null ? '' : ads.get(row.cv_ad_id) ?? '' })) };
};

/** What the audit log calls them; the row is the product. */
const RECOMPUTATIONS = 'recomputations';

/** What the ledger says decided. */
const ruleOf = (rule: string) => `recompute:${rule}`;

const apply = (parts: Stores, companyId: number, batch: readonly ConversionWithPath[]): Promise<Counts> => parts.db.transaction(async tx => {
  const at = new Date(parts.clock.now());
  await lockMaking(tx);
  const { changes } = await rejudge(tx, companyId, batch, { hold: true, planned: nothingPlanned() });
  const existing = changes.filter((change): change is WouldChange => change.kind === 'moved' || change.kind === 'rejudged');
  await storeJudgements(tx, companyId, existing.map(({ existing: { result: { id } }, said }) => ({ id, amount: said.amount, args: said.args, ips: said.duplicateIps, same_args: said.duplicateArgs, days: said.days })));
  const moved = existing.filter(({ kind }) => kind === 'moved');
  const keys = await storeDecisions(tx, companyId, moved.map(({ existing: { result }, said }) => ({
    resultId: result.id, version: result.version + 1, fromStatus: result.approvalStatus, toStatus: said.status, rule: ruleOf(said.rule), userId: null, reason: '', heldUntil: null, takesBack: null,
  })), at);
  await enqueueNotifications(tx, noticesOf(moved.map(({ existing: { result, network }, said }, i) => ({ result, network, status: said.status, decisionId: keys[i]! })), parts.secrets.click, at), at);
  const { results } = await makeResults(tx, parts, batch, ruleOf);
  return { made: results, moved: moved.length, rejudged: existing.length - moved.length, kept: 0 };
});

/**
 * Judges a period anew, some hundred conversions a transaction: broken off, it is done by asking again, and what was done stays.
 *
 * @throws {Failure} `conflict`: it would not be what was previewed; `invalid`, `no_permission_for_data`
 */
export const applyRecompute = async (parts: Stores, viewer: Viewer, author: Author, { digest, ...period }: Period & { readonly digest: string }) => {
  if ((await planOf(parts, viewer, period)).digest !== digest) throw new Failure('conflict');
  const done = noCounts();
  for await (const batch of conversionsOf(parts, spanOf(parts, viewer, period))) {
    const counts = await apply(parts, viewer.companyId, batch);
    for (const kind of ['made', 'moved', 'rejudged'] as const) done[kind] += counts[kind];
  }
  const { kept: _kept, ...counts } = done;
  await recordChanges(parts.db, author, RECOMPUTATIONS, [{ rowId: period.product_id, action: 'create', before: null, after: { period: `${period.from} – ${period.to}`, ...counts } }]);
  return counts;
};
