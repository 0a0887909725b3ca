import { shownAddress } from '../../platform/event-address.ts';
import type { resultsOfConversion } from '../../store/postgres/results/result-credit.ts';
import type { readResultRules } from '../../store/postgres/results/results.ts';

type Stored = Awaited<ReturnType<typeof resultsOfConversion>>[number]['result'];
type Rules = Awaited<ReturnType<typeof readResultRules>>;

/**
 * The four judgements of a result at the time they were made: the decision, its value and its rule. The days
 * of the address rule are those applied at that time; for results older than this record, the present ones of
 * the network, or of the ad where it has its own.
 */
export const judgementsOf = (result: Stored, { ads, networks }: Pick<Rules, 'ads' | 'networks'>) => {
  const ad = result.cvAdId === null ? undefined : ads.get(result.cvAdId);
  const judging = ad?.ownAutoApproval === true ? ad.autoApproval : networks.get(result.aspId);
  const days =
    result.excludeDuplicateIpsDays ??
    (result.excludeDuplicateIpsResult === null ? 0 : (judging?.excludeDuplicateIps ?? 0));
  return [
    {
      name: 'amount',
      verdict: result.approvalAmountResult,
      value: String(result.amount),
      rule: 'amount_above_zero',
      days: null,
    },
    {
      name: 'args',
      verdict: result.approvalArgsResult,
      value: result.args,
      rule: 'args_present',
      days: null,
    },
    {
      name: 'duplicate_ips',
      verdict: result.excludeDuplicateIpsResult,
      value: shownAddress(result.ipAddress),
      rule: 'no_other_from_address',
      days: days === 0 ? null : days,
    },
    {
      name: 'duplicate_args',
      verdict: result.excludeDuplicateArgsResult,
      value: result.args,
      rule: 'no_other_with_args',
      days: null,
    },
  ] as const;
};
