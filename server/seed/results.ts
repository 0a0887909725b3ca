import { claimsOf, type ConversionFacts, type PathContact, type Rules } from '../results/derive.ts';
import { evaluate, type History } from '../results/evaluate.ts';
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
  /** URL of a product's thank-you page. */
  readonly thanksOf: (productId: number) => string;
  /** Conversions with their paths, in order of time. */
  readonly paths: readonly {
    readonly conversion: ConversionFacts & { readonly visitorId: string };
    readonly path: readonly PathContact[];
  }[];
  /** Ids of users who decide over pending results. */
  readonly deciders: readonly number[];
  readonly now: number;
  readonly noticeSecret: string;
  readonly tokenOf: (
    contact: PathContact,
    conversion: ConversionFacts & { readonly visitorId: string },
  ) => string;
}

/** Earlier results by network: the counterpart of the queries in server/store/postgres/results/results.ts. */
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

type MadeResult = SeedResults['results'][number];

/** One attempt of a notification; `time` in ms since 1970. */
interface AttemptOutcome {
  readonly time: number;
  readonly httpStatus: number | null;
  readonly failure: string | null;
  readonly answer: string;
}
/** Outcome of a notification. @property url the address that was called */
interface DeliveryOutcome {
  readonly attempts: readonly AttemptOutcome[];
  readonly state: 'done' | 'dead';
  readonly url: string;
  readonly endedAt: number;
}

/**
 * Delivers a CV tag to the thank-you page. Some visitors leave before it arrives; some pages have a policy that blocks
 * it.
 */
const deliverTag = (random: Random, at: number, luck: number, thanksUrl: string): DeliveryOutcome => {
  const isLeft = luck < 0.03;
  const isForbidden = luck > 0.995;
  const time = at + (isLeft ? 10 * MINUTE : random.integer(400, 3_000));
  const attempt = (failure: string | null) => ({ time, httpStatus: null, failure, answer: '' });
  return {
    attempts: [attempt(isLeft ? 'not_fetched' : null), ...(isForbidden ? [attempt('page_policy')] : [])],
    state: isLeft || isForbidden ? 'dead' : 'done',
    url: isLeft ? '' : thanksUrl,
    endedAt: time,
  };
};

/** Delay in ms before each attempt. */
const ATTEMPT_WAITS_MS = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  120 * MINUTE,
  300 * MINUTE,
  600 * MINUTE,
  1440 * MINUTE,
];

/** Number of failing attempts: some receivers are down for a moment, and few never recover. */
const drawFailures = (random: Random, luck: number): number => {
  if (luck < 0.01) return ATTEMPT_WAITS_MS.length;
  return luck < 0.04 ? random.integer(1, 2) : 0;
};

/** Calls the network's address, with retries after failures. */
const deliverRequest = (random: Random, at: number, luck: number, url: string): DeliveryOutcome => {
  const failures = drawFailures(random, luck);
  const attempts: AttemptOutcome[] = [];
  let time = at + random.integer(300, 2_500);
  for (const wait of ATTEMPT_WAITS_MS.slice(0, failures)) {
    time += wait;
    const [httpStatus, failure, answer] = random.choice<readonly [number | null, string, string]>([
      [503, 'not_taken', 'Service Unavailable'],
      [500, 'not_taken', '<html>エラー</html>'],
      [null, 'no_answer', ''],
    ]);
    attempts.push({ time, httpStatus, failure, answer });
  }
  const lastWait = ATTEMPT_WAITS_MS[failures];
  if (lastWait === undefined) return { attempts, state: 'dead', url, endedAt: time };
  time += lastWait;
  attempts.push({ time, httpStatus: 200, failure: null, answer: 'OK' });
  return { attempts, state: 'done', url, endedAt: time };
};

/** A decision to record: its result, the statuses before and after, the time, and the rule or user. */
interface Decided {
  readonly row: MadeResult;
  readonly from: ApprovalStatus | null;
  readonly to: ApprovalStatus;
  readonly at: number;
  readonly by: { readonly rule: string } | { readonly userId: number; readonly reason: string };
}

/** Records the notification of a result's network about a decision. */
const recordNotification = (
  random: Random,
  { companyId, now, notices, noticeSecret, thanksOf }: Input,
  made: SeedResults,
  { row, from, to, at }: Decided,
  decisionId: number,
): void => {
  const network = notices.get(row.aspId);
  if (network === undefined) return;
  const decided = [{ result: row as DecidedResult['result'], network, status: to, decisionId }];
  const [notice] = [
    ...noticesOf(decided, noticeSecret, new Date(at)),
    ...(from === null ? tagsOf(decided, noticeSecret, new Date(at)) : []),
  ];
  if (notice === undefined) return;
  const id = made.notifications.length + 1;
  const luck = random.next();
  const { attempts, state, url, endedAt } =
    notice.method === CV_TAG
      ? deliverTag(random, at, luck, thanksOf(row.productId))
      : deliverRequest(random, at, luck, notice.url);
  made.attempts.push(
    ...attempts.map(({ time, httpStatus, failure, answer }, index) => ({
      notificationId: id,
      number: index + 1,
      companyId,
      httpStatus,
      failure,
      answer,
      success: failure === null,
      executedAt: new Date(Math.min(time, now)),
    })),
  );
  made.notifications.push({
    ...notice,
    id,
    url,
    state,
    takenBy: notice.method === CV_TAG && state === 'done' ? String(row.id) : null,
    attempts: attempts.length,
    nextAt: new Date(Math.min(endedAt, now)),
    leaseUntil: null,
    createdAt: new Date(at),
  });
};

const recordDecision = (random: Random, input: Input, made: SeedResults, decided: Decided): void => {
  const { row, from, to, at, by } = decided;
  const id = made.decisions.length + 1;
  row.version = from === null ? 1 : row.version! + 1;
  row.approvalStatus = to;
  row.updatedAt = new Date(at);
  made.decisions.push({
    id,
    companyId: input.companyId,
    resultId: row.id,
    version: row.version,
    fromStatus: from,
    toStatus: to,
    rule: 'rule' in by ? by.rule : null,
    userId: 'userId' in by ? by.userId : null,
    reason: 'userId' in by ? by.reason : '',
    decidedAt: new Date(at),
  });
  recordNotification(random, input, made, decided, id);
};

/** A person's decision after that of the rules, if any. @param at time of the rules' decision in ms */
const decideByHand = (
  random: Random,
  { now, deciders }: Input,
  row: MadeResult,
  at: number,
  decide: (decided: Omit<Decided, 'row'>) => void,
): void => {
  const later = at + Math.round((2 + 9 * random.next()) * DAY);
  if (row.approvalStatus === PENDING && later < now) {
    const approve = random.chance(0.87);
    decide({
      from: PENDING,
      to: approve ? APPROVED : REJECTED,
      at: later,
      by: { userId: random.choice(deciders), reason: approve ? '' : random.choice(REASONS) },
    });
  }
  const after = later + Math.round(6 * DAY * random.next()) + MINUTE;
  if (row.approvalStatus === APPROVED && random.chance(0.012) && after < now) {
    decide({
      from: APPROVED,
      to: REJECTED,
      at: after,
      by: { userId: random.choice(deciders), reason: '返品されました' },
    });
  }
};

/**
 * Makes the results of past conversions by the product's own rules, persons' decisions over pending ones, and
 * notifications. Ids start at 1; the caller adds offsets.
 */
export const makeResults = (random: Random, input: Input): SeedResults => {
  const history = createHistory();
  const made: SeedResults = { results: [], decisions: [], notifications: [], attempts: [] };
  const { companyId, now } = input;
  for (const { conversion, path } of input.paths) {
    for (const claim of claimsOf(conversion, path, input.rules)) {
      const evaluation = evaluate(conversion, claim.approvalRules, history.of(claim.aspId));
      history.add(claim.aspId, conversion.ip, conversion.ts, conversion.args);
      const xclid =
        claim.contact === null ? '' : claim.contact.xclid || input.tokenOf(claim.contact, conversion);
      const at = Math.min(conversion.ts + random.integer(900, 2_800), now);
      const row = {
        ...resultRow(companyId, conversion, claim, evaluation, xclid, new Date(at)),
        id: made.results.length + 1,
      } as MadeResult;
      made.results.push(row);
      const decide = (decided: Omit<Decided, 'row'>) =>
        recordDecision(random, input, made, { row, ...decided });
      decide({ from: null, to: evaluation.status, at, by: { rule: evaluation.rule } });
      decideByHand(random, input, row, at, decide);
    }
  }
  return made;
};
