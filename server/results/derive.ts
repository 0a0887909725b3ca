import type { ExceededLimits } from './exceeded-limits.ts';

/**
 * A contact on a conversion's path: what a result takes over from it. Times in milliseconds since 1970, ids
 * as decimal strings.
 */
export interface PathContact {
  readonly interactionId: string;
  readonly adId: number;
  readonly ts: number;
  readonly xclid: string;
  readonly mediaSessionId: string;
  readonly mediaManagement1: string;
  readonly mediaManagement2: string;
  readonly mediaManagement3: string;
}

/** What a result needs to know of a conversion. `ip` is written as IPv6 (an IPv4 address mapped). */
export interface ConversionFacts {
  readonly conversionId: string;
  readonly productId: number;
  readonly cvType: 0 | 1;
  readonly ts: number;
  readonly bot: boolean;
  readonly ip: string;
  readonly args: string;
  readonly userId: string;
  readonly otherKey1: string;
  readonly otherKey2: string;
  readonly otherKey3: string;
  /** Yen. */
  readonly amount: number;
  /** Which of the product's plausibility limits it exceeds; null: none. */
  readonly exceededLimits: ExceededLimits;
}

/** How results are judged: a network's settings, or an ad's own. */
export interface Judging {
  readonly approveAutomatically: boolean;
  readonly judgeAmount: boolean;
  readonly judgeArgs: boolean;
  /** Days in which one address makes one result; 0 is off. */
  readonly excludeDuplicateIps: number;
  readonly excludeDuplicateArgs: boolean;
}

export const INVALID = 0;
/** @public the flag between the two others; rules test for these only */
export const ACTIVE = 1;
export const ACTIVE_ALWAYS = 2;

/** What of a network decides over results. */
export interface NetworkRules extends Judging {
  readonly id: number;
  readonly productId: number;
  /** False: deleted. */
  readonly status: boolean;
  /** {@link INVALID}, {@link ACTIVE} or {@link ACTIVE_ALWAYS}. */
  readonly resultFlag: number;
  readonly performanceCvFlag: boolean;
}

/**
 * What of an ad decides over results. A deleted ad's contacts still count, so whether it is deleted is not
 * asked.
 */
export interface AdRules {
  readonly id: number;
  readonly aspId: number | null;
  readonly performanceCvFlag: boolean;
  /** Yen a result. */
  readonly cvCost: number;
  readonly ownResultNotice: boolean;
  readonly resultFlag: number;
  readonly ownAutoApproval: boolean;
  readonly autoApproval: Judging | null;
}

export interface Rules {
  readonly networks: ReadonlyMap<number, NetworkRules>;
  readonly ads: ReadonlyMap<number, AdRules>;
}

export const LAST_CV = 1;
export const PERFORMANCE_CV = 2;
export const CONSTANT_OUTPUT = 3;

/** A result before it is judged. */
export interface Claim {
  readonly aspId: number;
  readonly resultType: typeof LAST_CV | typeof PERFORMANCE_CV | typeof CONSTANT_OUTPUT;
  /** The contact it is for; null: constant output to a network that had no part in the path. */
  readonly contact: PathContact | null;
  /** The place of that contact on the path, counted from 1; 0 where there is none. */
  readonly interactionNumber: number;
  /** Yen, as it is now. */
  readonly cvCost: number;
  readonly judging: Judging;
}

/** Which contact of a path decides, by a condition on its ad, from the end. */
const lastWhere = (path: readonly Pick<PathContact, 'adId'>[], holds: (adId: number) => boolean): number => {
  for (let i = path.length - 1; i >= 0; i--) if (holds(path[i]!.adId)) return i;
  return -1;
};

/** The last CV ad's and the performance CV ad's places on a path; -1 where there is none. */
export const decidingContacts = (
  path: readonly Pick<PathContact, 'adId'>[],
  ads: ReadonlyMap<number, Pick<AdRules, 'performanceCvFlag'>>,
) => ({
  last: path.length - 1,
  performance: lastWhere(path, adId => ads.get(adId)?.performanceCvFlag === true),
});

/**
 * The results that a conversion makes (docs/decisions/0005-results-and-judgements.md), at most one for each
 * network.
 *
 * - Only a last conversion (cv_type 1) that is no bot's makes results: networks are told of, and paid for,
 *   what the ads are for, not the steps before it.
 * - Type 1 for the last contact's network, type 2 for the last contact's network among ads that may be
 *   performance CV ads, where that network judges
 *   by performance CV; of both for one network, type 2.
 * - Active means not invalid: a network that is always told is told as type 1 or 2 where it earned that, and
 *   as type 3 otherwise.
 * - An ad's own result notice takes the network's place for types 1 and 2. Type 3 is the network's own
 *   affair.
 * - Type 3 names the network's own last contact on the path where it has one. Never another network's: its
 *   click ids are not theirs to see.
 *
 * @param path the eligible contacts in time order
 */
export const claimsOf = (
  conversion: Pick<ConversionFacts, 'productId' | 'cvType' | 'bot'>,
  path: readonly PathContact[],
  rules: Rules,
): Claim[] => {
  if (conversion.cvType !== 1 || conversion.bot) return [];
  const claims = new Map<number, Claim>();
  const networkOf = (adId: number): NetworkRules | null => {
    const aspId = rules.ads.get(adId)?.aspId;
    const network = aspId === null || aspId === undefined ? undefined : rules.networks.get(aspId);
    return network !== undefined && network.status && network.productId === conversion.productId
      ? network
      : null;
  };
  const claim = (resultType: Claim['resultType'], network: NetworkRules, place: number): void => {
    const contact = path[place] ?? null;
    const ad = contact === null ? undefined : rules.ads.get(contact.adId);
    claims.set(network.id, {
      aspId: network.id,
      resultType,
      contact,
      interactionNumber: place + 1,
      cvCost: ad?.cvCost ?? 0,
      judging: ad?.ownAutoApproval && ad.autoApproval !== null ? ad.autoApproval : network,
    });
  };
  /** The network of a contact, where it is to be told of this contact's results. */
  const active = (place: number): NetworkRules | null => {
    const contact = path[place];
    const network = contact === undefined ? null : networkOf(contact.adId);
    if (contact === undefined || network === null) return null;
    const ad = rules.ads.get(contact.adId);
    return (ad?.ownResultNotice ? ad.resultFlag : network.resultFlag) === INVALID ? null : network;
  };

  const { last, performance } = decidingContacts(path, rules.ads);
  const lastNetwork = active(last);
  if (lastNetwork !== null) claim(LAST_CV, lastNetwork, last);
  const performanceNetwork = active(performance);
  if (performanceNetwork?.performanceCvFlag) claim(PERFORMANCE_CV, performanceNetwork, performance);
  for (const network of rules.networks.values()) {
    if (
      !network.status ||
      network.productId !== conversion.productId ||
      network.resultFlag !== ACTIVE_ALWAYS ||
      claims.has(network.id)
    )
      continue;
    claim(
      CONSTANT_OUTPUT,
      network,
      lastWhere(path, adId => rules.ads.get(adId)?.aspId === network.id),
    );
  }
  return [...claims.values()].sort((a, b) => a.aspId - b.aspId);
};
