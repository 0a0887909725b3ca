import { createClickTokens } from '../collector/tokens.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import { enqueueNotifications } from '../store/postgres/results/notifications.ts';
import * as store from '../store/postgres/results/results.ts';
import { claimsOf, type Claim } from './derive.ts';
import {
  argsKey,
  networksByConversion,
  readFirstWithArgs,
  readNearbyAddresses,
  type ClaimedConversion,
} from './earlier-results.ts';
import { evaluate, type History } from './evaluate.ts';
import type { ApprovalStatus } from './lifecycle.ts';
import { noticesOf, tagsOf, type DecidedResult } from './notices.ts';
import { ownersOf, type ConversionWithPath } from './paths.ts';
import { resultRow } from './rows.ts';

/** Reads the networks' earlier results for a batch; `add` updates them while the batch is checked. */
const createHistory = async (tx: Database, batch: readonly ClaimedConversion[]) => {
  const addresses = await readNearbyAddresses(tx, batch);
  const args = new Set((await readFirstWithArgs(tx, batch)).keys());
  return {
    of: (aspId: number): History => ({
      sameIp: (ip, ts, days) => addresses.has(aspId, ip, ts, days),
      sameArgs: text => args.has(argsKey(aspId, text)),
    }),
    add: (aspId: number, { ip, ts, args: text }: ConversionWithPath['conversion']) => {
      addresses.add({ id: Number.POSITIVE_INFINITY, aspId, ip, ts });
      if (text !== '') args.add(argsKey(aspId, text));
    },
  };
};

/** The click id of a result: the network's own, else the click token of the landing page's address. */
const clickIdFor = (
  tokens: ReturnType<typeof createClickTokens>,
  { visitorId, productId }: ConversionWithPath['conversion'],
  { contact }: Claim,
): string => {
  if (contact === null) return '';
  const { interactionId, adId } = contact;
  return contact.xclid || tokens.make({ interactionId: BigInt(interactionId), visitorId, adId }, productId);
};

/** Outcome of creating results: numbers of created results and of queued notifications. */
export interface Made {
  readonly results: number;
  readonly notifications: number;
}

/**
 * Creates the results of conversions, with their first ledger lines and notifications, inside the caller's
 * transaction. Existing results are skipped. Waits for the advisory lock that serializes creation.
 *
 * @param ruleOf maps the rule of the checks to the rule that the ledger records
 */
export const makeResults = async (
  tx: Database,
  { clock, secrets }: Pick<Dependencies, 'clock' | 'secrets'>,
  batch: readonly ConversionWithPath[],
  ruleOf = (rule: string) => rule,
): Promise<Made> => {
  await store.lockResultCreation(tx);
  const existing = await store.existingResults(
    tx,
    batch.map(({ conversion }) => conversion.conversionId),
  );
  const before = new Set(existing.map(({ conversionId, aspId }) => `${conversionId} ${aspId}`));
  const networksOf = networksByConversion(existing);
  const rules = await store.readResultRules(tx, ...ownersOf(batch));
  const claimed = batch.flatMap(({ conversion, path }) =>
    claimsOf(conversion, path, rules, networksOf(conversion.conversionId))
      .filter(claim => !before.has(`${conversion.conversionId} ${claim.aspId}`))
      .map(claim => ({ conversion, claim })),
  );
  const history = await createHistory(tx, claimed);
  const tokens = createClickTokens(secrets.click);
  const at = new Date(clock.now());

  const rows: store.NewResult[] = [];
  const decidedBy: string[] = [];
  for (const { conversion, claim } of claimed) {
    const evaluation = evaluate(conversion, claim.approvalRules, history.of(claim.aspId));
    history.add(claim.aspId, conversion);
    rows.push(
      resultRow(
        rules.products.get(conversion.productId)!.companyId,
        conversion,
        claim,
        evaluation,
        clickIdFor(tokens, conversion, claim),
        at,
      ),
    );
    decidedBy.push(ruleOf(evaluation.rule));
  }
  const keys = await store.insertResults(tx, rows, decidedBy);
  const decided = rows.map((row, i) => ({
    result: { ...row, id: keys[i]!.resultId } as DecidedResult['result'],
    network: rules.networks.get(row.aspId)!,
    status: row.approvalStatus as ApprovalStatus,
    decisionId: keys[i]!.decisionId,
  }));
  const key = secrets.notice.current();
  const notices = [...noticesOf(decided, key, at), ...tagsOf(decided, key, at)];
  await enqueueNotifications(tx, notices, at);
  return { results: rows.length, notifications: notices.length };
};
