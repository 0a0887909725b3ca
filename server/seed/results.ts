import { claimsOf, type ConversionFacts, type PathContact, type Rules } from '../results/derive.ts';
import { judge, type History } from '../results/judge.ts';
import { APPROVED, PENDING, REJECTED, type ApprovalStatus } from '../results/lifecycle.ts';
import type { NoticeRules } from '../results/macros.ts';
import { noticesOf, tagsOf, type DecidedResult } from '../results/notices.ts';
import { resultRow } from '../results/rows.ts';
import { CV_TAG } from '../store/postgres/results/notifications.ts';
import type { decision, notification, notificationAttempt, result } from '../store/postgres/schema/index.ts';
import { DAY, MINUTE, SECOND } from '../platform/time.ts';
import type { Random } from './random.ts';

export interface SeedResults {
  readonly results: (typeof result.$inferInsert & { id: number })[];
  readonly decisions: (typeof decision.$inferInsert & { id: number })[];
  readonly notifications: (typeof notification.$inferInsert & { id: number })[];
  readonly attempts: (typeof notificationAttempt.$inferInsert)[];
}

interface Input {
  readonly companyId: number;
  readonly rules: Rules;
  readonly notices: ReadonlyMap<number, NoticeRules & { readonly cvTag: string }>;
  /** The address of a product's thank-you page. */
  readonly thanksOf: (productId: number) => string;
  /** In time order. */
  readonly paths: readonly {
    readonly conversion: ConversionFacts & { readonly visitorId: string };
    readonly path: readonly PathContact[];
  }[];
  /** Who decides what is left pending. */
  readonly deciders: readonly number[];
  readonly now: number;
  readonly clickSecret: string;
  readonly tokenOf: (
    contact: PathContact,
    conversion: ConversionFacts & { readonly visitorId: string },
  ) => string;
}

/**
 * The days' results so far, by network: the same questions as server/store/postgres/results/results.ts asks
 * the store.
 */
const createHistory = () => {
  const times = new Map<string, number[]>();
  const args = new Set<string>();
  return {
    of: (aspId: number): History => ({
      sameIp: (ip, ts, days) =>
        (times.get(`${aspId} ${ip}`) ?? []).some(other => Math.abs(ts - other) < days * DAY),
      sameArgs: text => args.has(`${aspId} ${text}`),
    }),
    add: (aspId: number, ip: string, ts: number, text: string) => {
      const key = `${aspId} ${ip}`;
      const known = times.get(key);
      if (known === undefined) times.set(key, [ts]);
      else known.push(ts);
      args.add(`${aspId} ${text}`);
    },
  };
};

const REASONS = [
  '条件を満たしていません',
  'テスト注文',
  '返品されました',
  'duplicate application',
  '重复申请',
  'いたずら注文',
] as const;

/**
 * What became of the conversions of the past: results by the product's own rules, decisions of people on what
 * those left pending, and what
 * the networks were told. Keys are given from 1; the caller moves them to where the store has room.
 */
export const makeResults = (random: Random, input: Input): SeedResults => {
  const history = createHistory();
  const made: SeedResults = { results: [], decisions: [], notifications: [], attempts: [] };
  const { companyId, now } = input;

  const tell = (
    row: SeedResults['results'][number],
    decisionId: number,
    from: ApprovalStatus | null,
    status: ApprovalStatus,
    at: number,
  ) => {
    const network = input.notices.get(row.aspId);
    if (network === undefined) return;
    const decided = [{ result: row as DecidedResult['result'], network, status, decisionId }];
    const [notice] = [
      ...noticesOf(decided, input.clickSecret, new Date(at)),
      ...(from === null ? tagsOf(decided, input.clickSecret, new Date(at)) : []),
    ];
    if (notice === undefined) return;
    const id = made.notifications.length + 1;
    let number = 0;
    let time = at;
    const attempt = (httpStatus: number | null, failure: string | null, answer: string) =>
      made.attempts.push({
        notificationId: id,
        number: ++number,
        companyId,
        httpStatus,
        failure,
        answer,
        success: failure === null,
        executedAt: new Date(Math.min(time, now)),
      });
    const store = (state: 'done' | 'dead', url = notice.url) =>
      made.notifications.push({
        ...notice,
        id,
        url,
        state,
        takenBy: notice.method === CV_TAG && state === 'done' ? String(row.id) : null,
        attempts: number,
        nextAt: new Date(Math.min(time, now)),
        leaseUntil: null,
        createdAt: new Date(at),
      });
    const luck = random.next();
    if (notice.method === CV_TAG) {
      // Pages are left before their tag came, and some have a policy that knows nothing of it.
      const left = luck < 0.03;
      time += left ? 10 * MINUTE : random.integer(400, 3_000);
      if (left) attempt(null, 'not_fetched', '');
      else attempt(null, null, '');
      if (luck > 0.995) attempt(null, 'page_policy', '');
      store(left || luck > 0.995 ? 'dead' : 'done', left ? '' : input.thanksOf(row.productId));
      return;
    }
    // One in thirty met a receiver that was down for a moment, one in a hundred one that never came back.
    const failures = luck < 0.01 ? 8 : luck < 0.04 ? random.integer(1, 2) : 0;
    const waits = [
      0,
      5 * SECOND,
      5 * MINUTE,
      30 * MINUTE,
      120 * MINUTE,
      300 * MINUTE,
      600 * MINUTE,
      1440 * MINUTE,
    ];
    time += random.integer(300, 2_500);
    for (let n = 0; n < failures; n++) {
      time += waits[n]!;
      attempt(
        ...random.pick<readonly [number | null, string, string]>([
          [503, 'not_taken', 'Service Unavailable'],
          [500, 'not_taken', '<html>エラー</html>'],
          [null, 'no_answer', ''],
        ]),
      );
    }
    if (failures < 8) {
      time += waits[failures]!;
      attempt(200, null, 'OK');
    }
    store(failures < 8 ? 'done' : 'dead');
  };

  const decide = (
    row: SeedResults['results'][number],
    from: ApprovalStatus | null,
    to: ApprovalStatus,
    at: number,
    by: { rule: string } | { userId: number; reason: string },
  ) => {
    const id = made.decisions.length + 1;
    row.version = from === null ? 1 : row.version! + 1;
    row.approvalStatus = to;
    row.updatedAt = new Date(at);
    made.decisions.push({
      id,
      companyId,
      resultId: row.id,
      version: row.version,
      fromStatus: from,
      toStatus: to,
      rule: 'rule' in by ? by.rule : null,
      userId: 'userId' in by ? by.userId : null,
      reason: 'userId' in by ? by.reason : '',
      decidedAt: new Date(at),
    });
    tell(row, id, from, to, at);
  };

  for (const { conversion, path } of input.paths) {
    for (const claim of claimsOf(conversion, path, input.rules)) {
      const judgements = judge(conversion, claim.judging, history.of(claim.aspId));
      history.add(claim.aspId, conversion.ip, conversion.ts, conversion.args);
      const xclid =
        claim.contact === null ? '' : claim.contact.xclid || input.tokenOf(claim.contact, conversion);
      const at = Math.min(conversion.ts + random.integer(900, 2_800), now);
      const row = {
        ...resultRow(companyId, conversion, claim, judgements, xclid, new Date(at)),
        id: made.results.length + 1,
      } as SeedResults['results'][number];
      made.results.push(row);
      decide(row, null, judgements.status, at, { rule: judgements.rule });
      const later = at + Math.round((2 + 9 * random.next()) * DAY);
      if (judgements.status === PENDING && later < now) {
        const approve = random.chance(0.87);
        decide(row, PENDING, approve ? APPROVED : REJECTED, later, {
          userId: random.pick(input.deciders),
          reason: approve ? '' : random.pick(REASONS),
        });
      }
      const after = later + Math.round(6 * DAY * random.next()) + MINUTE;
      if (row.approvalStatus === APPROVED && random.chance(0.012) && after < now) {
        decide(row, APPROVED, REJECTED, after, {
          userId: random.pick(input.deciders),
          reason: '返品されました',
        });
      }
    }
  }
  return made;
};
