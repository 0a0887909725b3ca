import type { ExceededLimits } from './exceeded-limits.ts';

/**
 * A contact on the path of a conversion, with the fields that a result copies. `ts`: milliseconds since 1970; ids as
 * decimal strings.
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

/** Fields of a conversion that decide its results. `ip`: IPv6 notation, IPv4 addresses mapped. */
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
  /** Plausibility limits of the product that the conversion exceeds; null: none. */
  readonly exceededLimits: ExceededLimits;
}

/** Settings of the checks and of auto approval, from the network or from the ad. */
export interface ApprovalRules {
  readonly approveAutomatically: boolean;
  readonly judgeAmount: boolean;
  readonly judgeArgs: boolean;
  /** Window in days in which an IP address may have one result of the network; 0: the check is off. */
  readonly excludeDuplicateIps: number;
  readonly excludeDuplicateArgs: boolean;
}

export const INVALID = 0;
/** @public the flag between the two others; no rule tests for this value */
export const ACTIVE = 1;
export const ACTIVE_ALWAYS = 2;

/** Settings of an ad network that decide over results. */
export interface NetworkRules extends ApprovalRules {
  readonly id: number;
  readonly productId: number;
  /** False: the network is deleted. */
  readonly status: boolean;
  /** {@link INVALID}, {@link ACTIVE} or {@link ACTIVE_ALWAYS}. */
  readonly resultFlag: number;
  readonly performanceCvFlag: boolean;
}

/** Settings of an ad that decide over results. Deletion is not among them: contacts of a deleted ad still count. */
export interface AdRules {
  readonly id: number;
  readonly aspId: number | null;
  readonly performanceCvFlag: boolean;
  /** Yen per result. */
  readonly cvCost: number;
  readonly ownResultNotice: boolean;
  readonly resultFlag: number;
  readonly ownAutoApproval: boolean;
  readonly autoApproval: ApprovalRules | null;
}

export interface Rules {
  readonly networks: ReadonlyMap<number, NetworkRules>;
  readonly ads: ReadonlyMap<number, AdRules>;
}

export const LAST_CV = 1;
export const PERFORMANCE_CV = 2;
export const CONSTANT_OUTPUT = 3;

/** A result that a conversion earns, before its checks. */
export interface Claim {
  readonly aspId: number;
  readonly resultType: typeof LAST_CV | typeof PERFORMANCE_CV | typeof CONSTANT_OUTPUT;
  /** Contact of the result; null: constant output to a network without a contact on the path. */
  readonly contact: PathContact | null;
  /** Position of the contact on the path, from 1; 0: no contact. */
  readonly interactionNumber: number;
  /** Yen per result, by the present setting of the ad. */
  readonly cvCost: number;
  readonly approvalRules: ApprovalRules;
}

/** Index of the last contact whose ad satisfies a condition; -1: none. */
const lastWhere = (path: readonly Pick<PathContact, 'adId'>[], holds: (adId: number) => boolean): number => {
  for (let i = path.length - 1; i >= 0; i--) if (holds(path[i]!.adId)) return i;
  return -1;
};

/** Finds the last contact and the performance CV contact. @returns indexes on the path; -1: none */
export const decidingContacts = (
  path: readonly Pick<PathContact, 'adId'>[],
  ads: ReadonlyMap<number, Pick<AdRules, 'performanceCvFlag'>>,
) => ({
  last: path.length - 1,
  performance: lastWhere(path, adId => ads.get(adId)?.performanceCvFlag === true),
});

/**
 * Determines the results of a conversion, at most one per network (docs/decisions/0005-results-and-checks.md). A
 * result of type 3 carries only the network's own contact, because click ids of other networks must not be disclosed.
 *
 * @param path eligible contacts in order of time
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
      approvalRules: ad?.ownAutoApproval && ad.autoApproval !== null ? ad.autoApproval : network,
    });
  };
  /** The network of the contact at `place` if it is notified of results of this contact; else null. */
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
