import { createClickTokens } from '../collector/tokens.ts';
import { isKnownAddress } from '../platform/event-address.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import { enqueueNotifications } from '../store/postgres/results/notifications.ts';
import * as store from '../store/postgres/results/results.ts';
import { DAY } from '../platform/time.ts';
import { createAddressIndex } from './address-index.ts';
import { claimsOf, type Claim } from './derive.ts';
import { judge, type History } from './judge.ts';
import type { ApprovalStatus } from './lifecycle.ts';
import { noticesOf, tagsOf, type DecidedResult } from './notices.ts';
import { ownersOf, type ConversionWithPath } from './paths.ts';
import { resultRow } from './rows.ts';

/**
 * The networks' earlier results, read for all conversions of a batch at once and kept up to date while it is
 * judged.
 */
const createHistory = async (
  tx: Database,
  batch: readonly { readonly claim: Claim; readonly conversion: ConversionWithPath['conversion'] }[],
) => {
  const ipKeys = batch.filter(
    ({ claim, conversion }) => claim.judging.excludeDuplicateIps > 0 && isKnownAddress(conversion.ip),
  );
  const span = Math.max(...ipKeys.map(({ claim }) => claim.judging.excludeDuplicateIps)) * DAY;
  const times = ipKeys.map(({ conversion }) => conversion.ts);
  const found = createAddressIndex(
    ipKeys.length === 0
      ? []
      : await store.resultsFrom(
          tx,
          ipKeys.map(({ claim, conversion }) => ({ aspId: claim.aspId, ip: conversion.ip })),
          new Date(Math.min(...times) - span),
          new Date(Math.max(...times) + span),
        ),
  );
  const argsKeys = batch.filter(
    ({ claim, conversion }) => claim.judging.excludeDuplicateArgs && conversion.args !== '',
  );
  const args = new Set(
    (
      await store.resultsWithArgs(
        tx,
        argsKeys.map(({ claim, conversion }) => ({ aspId: claim.aspId, args: conversion.args })),
      )
    ).map(row => `${row.aspId} ${row.args}`),
  );
  return {
    of: (aspId: number): History => ({
      sameIp: (ip, ts, days) => found.has(aspId, ip, ts, days),
      sameArgs: text => args.has(`${aspId} ${text}`),
    }),
    add: (aspId: number, { ip, ts, args: text }: ConversionWithPath['conversion']) => {
      found.add({ id: Number.POSITIVE_INFINITY, aspId, ip, ts });
      if (text !== '') args.add(`${aspId} ${text}`);
    },
  };
};

/** What a making did: how many results, and whether a network is to be told. */
export interface Made {
  readonly results: number;
  readonly notifications: number;
}

/**
 * Makes the results of conversions, judges them, writes the first lines of their ledgers and queues their
 * notifications: all or nothing.
 *
 * Conversions that made their results before make none again. To be called inside a transaction; it waits for
 * other programs that make results.
 *
 * @param ruleOf what the ledger says decided, from the rule that the judgement names
 */
export const makeResults = async (
  tx: Database,
  { clock, secrets }: Pick<Dependencies, 'clock' | 'secrets'>,
  batch: readonly ConversionWithPath[],
  ruleOf = (rule: string) => rule,
): Promise<Made> => {
  await store.lockMaking(tx);
  const before = await store.resultsMade(
    tx,
    batch.map(({ conversion }) => conversion.conversionId),
  );
  const rules = await store.readResultRules(tx, ...ownersOf(batch));
  const claimed = batch.flatMap(({ conversion, path }) =>
    claimsOf(conversion, path, rules)
      .filter(claim => !before.has(`${conversion.conversionId} ${claim.aspId}`))
      .map(claim => ({ conversion, claim })),
  );
  const history = await createHistory(tx, claimed);
  const tokens = createClickTokens(secrets.click);
  const at = new Date(clock.now());

  const rows: store.NewResult[] = [];
  const decidedBy: string[] = [];
  for (const { conversion, claim } of claimed) {
    const judgements = judge(conversion, claim.judging, history.of(claim.aspId));
    history.add(claim.aspId, conversion);
    const { contact } = claim;
    // A network that sends no click id of its own is told ours: it stood in the landing page's address.
    const xclid =
      contact === null
        ? ''
        : contact.xclid ||
          tokens.make(
            {
              interactionId: BigInt(contact.interactionId),
              visitorId: conversion.visitorId,
              adId: contact.adId,
            },
            conversion.productId,
          );
    rows.push(
      resultRow(
        rules.products.get(conversion.productId)!.companyId,
        conversion,
        claim,
        judgements,
        xclid,
        at,
      ),
    );
    decidedBy.push(ruleOf(judgements.rule));
  }
  const keys = await store.insertResults(tx, rows, decidedBy);
  const decided = rows.map((row, i) => ({
    result: { ...row, id: keys[i]!.resultId } as DecidedResult['result'],
    network: rules.networks.get(row.aspId)!,
    status: row.approvalStatus as ApprovalStatus,
    decisionId: keys[i]!.decisionId,
  }));
  const notices = [...noticesOf(decided, secrets.click, at), ...tagsOf(decided, secrets.click, at)];
  await enqueueNotifications(tx, notices, at);
  return { results: rows.length, notifications: notices.length };
};
