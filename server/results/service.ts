import { createClickTokens } from '../collector/tokens.ts';
import { Failure } from '../http/failures.ts';
import type { Parts } from '../parts.ts';
import { enqueueNotifications, type NewNotification } from '../store/postgres/notifications.ts';
import * as store from '../store/postgres/results.ts';
import { claimsOf, type Claim } from './derive.ts';
import { judge, type History } from './judge.ts';
import { type ApprovalStatus, nextStatuses, transition } from './lifecycle.ts';
import { noticeUrl } from './macros.ts';
import type { ConversionWithPath } from './paths.ts';
import { resultRow } from './rows.ts';

type Stores = Pick<Parts, 'db' | 'clock' | 'secrets'>;
type Transaction = Parameters<Parameters<Parts['db']['transaction']>[0]>[0];

const DAY = 86_400_000;

/** The networks' earlier results, read for all conversions of a batch at once and kept up to date while it is judged. */
const createHistory = async (tx: Transaction, batch: readonly { readonly claim: Claim; readonly conversion: ConversionWithPath['conversion'] }[]) => {
  const ipKeys = batch.filter(({ claim }) => claim.judging.excludeDuplicateIps > 0);
  const span = Math.max(...ipKeys.map(({ claim }) => claim.judging.excludeDuplicateIps)) * DAY;
  const times = ipKeys.map(({ conversion }) => conversion.ts);
  const found = ipKeys.length === 0 ? [] : await store.resultsFrom(tx, ipKeys.map(({ claim, conversion }) => ({ aspId: claim.aspId, ip: conversion.ip })),
    new Date(Math.min(...times) - span), new Date(Math.max(...times) + span));
  const argsKeys = batch.filter(({ claim, conversion }) => claim.judging.excludeDuplicateArgs && conversion.args !== '');
  const args = new Set((await store.resultsWithArgs(tx, argsKeys.map(({ claim, conversion }) => ({ aspId: claim.aspId, args: conversion.args }))))
    .map(row => `${row.aspId} ${row.args}`));
  return {
    of: (aspId: number): History => ({
      sameIp: (ip, ts, days) => found.some(row => row.aspId === aspId && row.ip === ip && Math.abs(row.ts - ts) < days * DAY),
      sameArgs: text => args.has(`${aspId} ${text}`),
    }),
    add: (aspId: number, { ip, ts, args: text }: ConversionWithPath['conversion']) => {
      found.push({ aspId, ip, ts });
      if (text !== '') args.add(`${aspId} ${text}`);
    },
  };
};

/** What a making did: how many results, and whether a network is to be told. */
export interface Made { readonly results: number; readonly notifications: number }

/**
 * Makes the results of conversions, judges them, writes the first lines of their ledgers and queues their notifications: all or nothing.
 *
 * Conversions that made their results before make none again. To be called inside a transaction; it waits for other programs that make results.
 */
export const makeResults = async (tx: Transaction, { clock, secrets }: Pick<Parts, 'clock' | 'secrets'>, batch: readonly ConversionWithPath[]): Promise<Made> => {
  await store.lockMaking(tx);
  const before = await store.resultsMade(tx, batch.map(({ conversion }) => conversion.conversionId));
  const rules = await store.readResultRules(tx, [...new Set(batch.map(({ conversion }) => conversion.productId))]);
  const claimed = batch.flatMap(({ conversion, path }) => claimsOf(conversion, path, rules)
    .filter(claim => !before.has(`${conversion.conversionId} ${claim.aspId}`)).map(claim => ({ conversion, claim })));
  const history = await createHistory(tx, claimed);
  const tokens = createClickTokens(secrets.click);
  const at = new Date(clock.now());

  const rows: store.NewResult[] = [];
  const decidedBy: string[] = [];
  for (const { conversion, claim } of claimed) {
    const said = judge(conversion, claim.judging, history.of(claim.aspId));
    history.add(claim.aspId, conversion);
    const { contact } = claim;
    // A network that sends no click id of its own is told ours: it stood in the landing page's address.
    const xclid = contact === null ? '' : contact.xclid
      || tokens.make({ interactionId: BigInt(contact.interactionId), visitorId: conversion.visitorId, adId: contact.adId }, conversion.productId);
    rows.push(resultRow(rules.products.get(conversion.productId)!.companyId, conversion, claim, said, xclid, at));
    decidedBy.push(said.rule);
  }
  const keys = await store.insertResults(tx, rows, decidedBy);
  const notices = rows.flatMap((row, i): NewNotification[] => {
    const { resultId, decisionId } = keys[i]!;
    const url = noticeUrl({ ...row, id: resultId } as Parameters<typeof noticeUrl>[0], row.approvalStatus as ApprovalStatus, rules.networks.get(row.aspId)!, secrets.click);
    return url === null ? [] : [{ companyId: row.companyId, productId: row.productId, aspId: row.aspId, resultId, decisionId, url }];
  });
  await enqueueNotifications(tx, notices, at);
  return { results: rows.length, notifications: notices.length };
};

/** What somebody decides over a result; `version` is the one he saw. */
export interface DecisionAsked {
  readonly companyId: number;
  readonly resultId: number;
  readonly version: number;
  readonly to: ApprovalStatus;
  readonly userId: number;
  readonly reason: string;
}

/** How a result stands, and what it may become. */
export interface Standing { readonly resultId: number; readonly status: ApprovalStatus; readonly version: number; readonly next: readonly ApprovalStatus[] }

/**
 * Decides over a result: its status, a line of its ledger, and the notification that tells it, in one transaction.
 *
 * @throws {Failure} `not_found`; `conflict` with the present `status` and `version` where somebody else decided first; `invalid` for a step that
 * the lifecycle does not have, or without the reason that it needs
 */
export const decide = async ({ db, clock, secrets }: Stores, asked: DecisionAsked): Promise<Standing> => db.transaction(async tx => {
  const { companyId, resultId, version, to } = asked;
  const found = await store.readResult(tx, companyId, resultId);
  if (found === null) throw new Failure('not_found');
  const from = found.result.approvalStatus as ApprovalStatus;
  if (found.result.version !== version) throw new Failure('conflict', { values: { status: from, version: found.result.version } });
  const step = transition(from, to);
  if (step === null) throw new Failure('invalid', { fields: { approval_status: ['choice'] } });
  const reason = asked.reason.trim();
  if (step.reason === 'required' && reason === '') throw new Failure('invalid', { fields: { reason: ['required'] } });

  const at = new Date(clock.now());
  if (!await store.moveResult(tx, { companyId, resultId, version }, to, at)) {
    const now = await store.readResult(tx, companyId, resultId);
    throw new Failure('conflict', { values: { status: now?.result.approvalStatus ?? from, version: now?.result.version ?? version } });
  }
  const decisionId = await store.insertDecision(tx, { companyId, resultId, version: version + 1, fromStatus: from, toStatus: to, rule: null, userId: asked.userId, reason, decidedAt: at });
  const url = noticeUrl(found.result, to, found.network, secrets.click);
  if (url !== null) await enqueueNotifications(tx, [{ companyId, productId: found.result.productId, aspId: found.result.aspId, resultId, decisionId, url }], at);
  return { resultId, status: to, version: version + 1, next: nextStatuses(to) };
});
