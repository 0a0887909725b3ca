import type { Dependencies } from '../dependencies.ts';
import { resultsOfConversions } from '../store/postgres/results/re-evaluation.ts';
import { readResultRules } from '../store/postgres/results/results.ts';
import { createAddressIndex, type AddressIndex } from './address-index.ts';
import { claimsOf, type Claim } from './derive.ts';
import { argsKey, networksByConversion, readFirstWithArgs, readNearbyAddresses } from './earlier-results.ts';
import type { ExceededLimits } from './exceeded-limits.ts';
import { evaluate, type History, type Evaluation } from './evaluate.ts';
import { type ApprovalStatus, transition } from './lifecycle.ts';
import { ownersOf, type ConversionWithPath } from './paths.ts';

/** Re-evaluation of results: compares stored results with those of the present rules. */

type Db = Dependencies['db'];
type Existing = Awaited<ReturnType<typeof resultsOfConversions>>[number];

/** A result that would be created. */
export interface WouldMake {
  readonly kind: 'made';
  readonly conversionId: string;
  readonly aspId: number;
  readonly adId: number | null;
  readonly evaluation: Evaluation;
}
/**
 * A stored result without a user's decision whose checks change: `moved` to another status, `rejudged` under the same
 * status, or `irreversible` because no transition leads to the new status.
 */
export interface WouldChange {
  readonly kind: 'moved' | 'rejudged' | 'irreversible';
  readonly existing: Existing;
  readonly evaluation: Evaluation;
  readonly exceededLimits: ExceededLimits;
}
/**
 * Outcome of a re-evaluation. `decided`: results that a user decided over; `earned`: stored results that the present
 * rules would create as well.
 */
export interface ReEvaluation {
  readonly changes: readonly (WouldMake | WouldChange)[];
  readonly decided: number;
  readonly earned: number;
}

/** Results that a plan would create, against which later conversions are checked. */
export interface Planned {
  readonly addresses: AddressIndex;
  readonly args: Set<string>;
}
export const nothingPlanned = (): Planned => ({ addresses: createAddressIndex(), args: new Set() });

const isSame = ({ result }: Existing, evaluation: Evaluation, exceededLimits: ExceededLimits): boolean =>
  result.exceededLimits === exceededLimits &&
  result.approvalAmountResult === evaluation.amount &&
  result.approvalArgsResult === evaluation.args &&
  result.excludeDuplicateIpsResult === evaluation.duplicateIps &&
  result.excludeDuplicateArgsResult === evaluation.duplicateArgs &&
  result.excludeDuplicateIpsDays === evaluation.days;

/**
 * Re-evaluates conversions by the present rules. A result is checked against results of smaller ids, as at its
 * creation, so a second re-evaluation by the same rules changes nothing.
 *
 * @param hold whether the results are locked until the end of the transaction
 * @param planned receives the results that would be created
 */
export const reEvaluate = async (
  db: Db,
  companyId: number,
  batch: readonly ConversionWithPath[],
  { hold, planned }: { readonly hold: boolean; readonly planned: Planned },
): Promise<ReEvaluation> => {
  const rules = await readResultRules(db, ...ownersOf(batch));
  const rows = await resultsOfConversions(
    db,
    companyId,
    batch.map(({ conversion }) => conversion.conversionId),
    hold,
  );
  const existing = new Map(rows.map(row => [`${row.result.conversionId} ${row.result.aspId}`, row]));
  const networksOf = networksByConversion(rows.map(({ result }) => result));
  const claimed = batch.flatMap(({ conversion, path }) =>
    claimsOf(conversion, path, rules, networksOf(conversion.conversionId)).map(claim => ({
      conversion,
      claim,
      found: existing.get(`${conversion.conversionId} ${claim.aspId}`),
    })),
  );

  const addresses = await readNearbyAddresses(db, claimed);
  const firstWithArgs = await readFirstWithArgs(db, claimed);
  /** @param id of the checked result; `Number.POSITIVE_INFINITY`: it would be created, as the last one */
  const before = (aspId: number, id: number): History => ({
    sameIp: (ip, ts, days) =>
      addresses.has(aspId, ip, ts, days, id - 1) ||
      (id === Number.POSITIVE_INFINITY && planned.addresses.has(aspId, ip, ts, days)),
    sameArgs: args =>
      (firstWithArgs.get(argsKey(aspId, args)) ?? Number.POSITIVE_INFINITY) < id ||
      (id === Number.POSITIVE_INFINITY && planned.args.has(argsKey(aspId, args))),
  });

  const changes = claimed.flatMap(({ conversion, claim, found }): (WouldMake | WouldChange)[] => {
    const evaluateAt = (id: number) => evaluate(conversion, claim.approvalRules, before(claim.aspId, id));
    if (found === undefined) {
      const made = wouldMake(claim, conversion, evaluateAt(Number.POSITIVE_INFINITY));
      addPlanned(planned, claim.aspId, conversion);
      return [made];
    }
    // The values that an erased conversion was checked by are gone.
    if (found.byHand || found.result.erasedAt !== null) return [];
    return wouldChange(found, evaluateAt(found.result.id), conversion.exceededLimits);
  });
  const earned = claimed.filter(({ found }) => found !== undefined);
  return { changes, decided: earned.filter(({ found }) => found?.byHand).length, earned: earned.length };
};

const wouldMake = (
  { aspId, contact }: Claim,
  { conversionId }: ConversionWithPath['conversion'],
  evaluation: Evaluation,
): WouldMake => ({ kind: 'made', conversionId, aspId, adId: contact?.adId ?? null, evaluation });

/** Adds a result that would be created to those against which later conversions are checked. */
const addPlanned = (
  { addresses, args }: Planned,
  aspId: number,
  { ip, ts, args: text }: ConversionWithPath['conversion'],
): void => {
  addresses.add({ aspId, ip, id: Number.POSITIVE_INFINITY, ts });
  args.add(argsKey(aspId, text));
};

/** Change of a result without a user's decision; empty: no change. */
const wouldChange = (
  existing: Existing,
  evaluation: Evaluation,
  exceededLimits: ExceededLimits,
): WouldChange[] => {
  const from = existing.result.approvalStatus as ApprovalStatus;
  if (evaluation.status !== from) {
    const kind = transition(from, evaluation.status) === null ? 'irreversible' : 'moved';
    return [{ kind, existing, evaluation, exceededLimits }];
  }
  const isUnchanged = isSame(existing, evaluation, exceededLimits);
  return isUnchanged ? [] : [{ kind: 'rejudged', existing, evaluation, exceededLimits }];
};
