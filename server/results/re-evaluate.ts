import { isKnownAddress } from '../platform/event-address.ts';
import type { Dependencies } from '../dependencies.ts';
import { resultsOfConversions } from '../store/postgres/results/re-evaluation.ts';
import { readResultRules, resultsFrom, resultsWithArgs } from '../store/postgres/results/results.ts';
import { DAY } from '../platform/time.ts';
import { createAddressIndex, type AddressIndex } from './address-index.ts';
import { claimsOf } from './derive.ts';
import type { ExceededLimits } from './exceeded-limits.ts';
import { judge, type History, type Judgements } from './judge.ts';
import { type ApprovalStatus, transition } from './lifecycle.ts';
import { ownersOf, type ConversionWithPath } from './paths.ts';

/** What judging conversions anew by the present rules comes to. */

type Db = Dependencies['db'];
type Existing = Awaited<ReturnType<typeof resultsOfConversions>>[number];

/** A result that there is not yet. */
export interface WouldMake {
  readonly kind: 'made';
  readonly conversionId: string;
  readonly aspId: number;
  readonly adId: number | null;
  readonly judgements: Judgements;
}
/**
 * One that nobody decided over and that is judged otherwise: `moved` to another status, or only `rejudged`.
 */
export interface WouldChange {
  readonly kind: 'moved' | 'rejudged' | 'kept';
  readonly existing: Existing;
  readonly judgements: Judgements;
  readonly exceededLimits: ExceededLimits;
}
/** `earned`: how many of the results that there are would be made today as well. */
export interface Rejudged {
  readonly changes: readonly (WouldMake | WouldChange)[];
  readonly decided: number;
  readonly earned: number;
}

/** Results that a preview would make: later ones are judged against them. */
export interface Planned {
  readonly addresses: AddressIndex;
  readonly args: Set<string>;
}
export const nothingPlanned = (): Planned => ({ addresses: createAddressIndex(), args: new Set() });

const isSame = ({ result }: Existing, judgements: Judgements, exceededLimits: ExceededLimits): boolean =>
  result.exceededLimits === exceededLimits &&
  result.approvalAmountResult === judgements.amount &&
  result.approvalArgsResult === judgements.args &&
  result.excludeDuplicateIpsResult === judgements.duplicateIps &&
  result.excludeDuplicateArgsResult === judgements.duplicateArgs &&
  result.excludeDuplicateIpsDays === judgements.days;

/**
 * Judges conversions anew.
 *
 * A result is judged against those that were made before it, which are those of smaller numbers, just as at
 * its making: judged twice by the same
 * rules, nothing changes the second time. One that would be pending again is `kept`: the lifecycle has no
 * such step.
 *
 * @param hold whether the results are held until the end of the transaction
 * @param planned grows by what would be made
 */
export const rejudge = async (
  db: Db,
  companyId: number,
  batch: readonly ConversionWithPath[],
  { hold, planned }: { readonly hold: boolean; readonly planned: Planned },
): Promise<Rejudged> => {
  const rules = await readResultRules(db, ...ownersOf(batch));
  const existing = new Map(
    (
      await resultsOfConversions(
        db,
        companyId,
        batch.map(({ conversion }) => conversion.conversionId),
        hold,
      )
    ).map(row => [`${row.result.conversionId} ${row.result.aspId}`, row]),
  );
  const claimed = batch.flatMap(({ conversion, path }) =>
    claimsOf(conversion, path, rules).map(claim => ({
      conversion,
      claim,
      found: existing.get(`${conversion.conversionId} ${claim.aspId}`),
    })),
  );

  const windows = claimed.filter(
    ({ claim, conversion }) => claim.judging.excludeDuplicateIps > 0 && isKnownAddress(conversion.ip),
  );
  const span = Math.max(0, ...windows.map(({ claim }) => claim.judging.excludeDuplicateIps)) * DAY;
  const times = windows.map(({ conversion }) => conversion.ts);
  const near = createAddressIndex(
    windows.length === 0
      ? []
      : await resultsFrom(
          db,
          windows.map(({ claim, conversion }) => ({ aspId: claim.aspId, ip: conversion.ip })),
          new Date(Math.min(...times) - span),
          new Date(Math.max(...times) + span),
        ),
  );
  const named = claimed.filter(
    ({ claim, conversion }) => claim.judging.excludeDuplicateArgs && conversion.args !== '',
  );
  const first = new Map(
    (
      await resultsWithArgs(
        db,
        named.map(({ claim, conversion }) => ({ aspId: claim.aspId, args: conversion.args })),
      )
    ).map(row => [`${row.aspId} ${row.args}`, row.first]),
  );
  /** @param id of the result that is judged; infinite: it would be the last */
  const before = (aspId: number, id: number): History => ({
    sameIp: (ip, ts, days) =>
      near.has(aspId, ip, ts, days, id - 1) ||
      (id === Number.POSITIVE_INFINITY && planned.addresses.has(aspId, ip, ts, days)),
    sameArgs: args =>
      (first.get(`${aspId} ${args}`) ?? Number.POSITIVE_INFINITY) < id ||
      (id === Number.POSITIVE_INFINITY && planned.args.has(`${aspId} ${args}`)),
  });

  let decided = 0;
  const changes: (WouldMake | WouldChange)[] = [];
  for (const { conversion, claim, found } of claimed) {
    if (found === undefined) {
      const judgements = judge(conversion, claim.judging, before(claim.aspId, Number.POSITIVE_INFINITY));
      planned.addresses.add({
        aspId: claim.aspId,
        ip: conversion.ip,
        id: Number.POSITIVE_INFINITY,
        ts: conversion.ts,
      });
      planned.args.add(`${claim.aspId} ${conversion.args}`);
      changes.push({
        kind: 'made',
        conversionId: conversion.conversionId,
        aspId: claim.aspId,
        adId: claim.contact?.adId ?? null,
        judgements,
      });
      continue;
    }
    if (found.byHand) {
      decided++;
      continue;
    }
    const judgements = judge(conversion, claim.judging, before(claim.aspId, found.result.id));
    const from = found.result.approvalStatus as ApprovalStatus;
    if (judgements.status !== from)
      changes.push({
        kind: transition(from, judgements.status) === null ? 'kept' : 'moved',
        existing: found,
        judgements,
        exceededLimits: conversion.exceededLimits,
      });
    else if (!isSame(found, judgements, conversion.exceededLimits))
      changes.push({
        kind: 'rejudged',
        existing: found,
        judgements,
        exceededLimits: conversion.exceededLimits,
      });
  }
  return { changes, decided, earned: claimed.filter(({ found }) => found !== undefined).length };
};
