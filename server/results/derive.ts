import { NO_NETWORK } from '../platform/contact-network.ts';
import type { ExceededLimits } from './exceeded-limits.ts';

/**
 * A contact on the path of a conversion, with the fields that a result copies. `ts`: milliseconds since 1970; ids as
 * decimal strings.
 */
export interface PathContact {
  readonly interactionId: string;
  readonly adId: number;
  /** Network of the ad at the click; `NO_NETWORK` or `NETWORK_NOT_RECORDED`: none is known. */
  readonly aspId: number;
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
  /** Why the conversion is not plausible; null: it is. */
  readonly exceededLimits: ExceededLimits;
  /** Values of the page that could not be read, a sum of `UNREADABLE` of the collector; 0: none. */
  readonly unreadableValues: number;
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

/** Finds the last contact and the performance CV contact. @returns indexes on the path; -1: none */
export const decidingContacts = (
  path: readonly Pick<PathContact, 'adId'>[],
  ads: ReadonlyMap<number, Pick<AdRules, 'performanceCvFlag'>>,
) => ({
  last: path.length - 1,
  performance: path.findLastIndex(({ adId }) => ads.get(adId)?.performanceCvFlag === true),
});

/** Networks of the results that a conversion already has, by ad. */
export type NetworksByAd = ReadonlyMap<number, number>;
const NO_RESULTS: NetworksByAd = new Map();

/**
 * The network that a contact belongs to; null: none. It is the ad's at the click. Where none is known, it is that of an
 * existing result of the ad, or a recomputation after a move would make a second one; else the ad's present network.
 */
const networkIdOf = (
  { adId, aspId }: PathContact,
  ads: Rules['ads'],
  existing: NetworksByAd,
): number | null => (aspId > 0 ? aspId : (existing.get(adId) ?? ads.get(adId)?.aspId ?? null));

/** The contact as a result carries it: what came with a click while its ad had no network is disclosed to none. */
const discloseIds = (contact: PathContact): PathContact =>
  contact.aspId === NO_NETWORK
    ? {
        ...contact,
        xclid: '',
        mediaSessionId: '',
        mediaManagement1: '',
        mediaManagement2: '',
        mediaManagement3: '',
      }
    : contact;

/**
 * Determines the results of a conversion, at most one per network (docs/decisions/0005-results-and-checks.md). A
 * result of type 3 carries only the network's own contact, because click ids of other networks must not be disclosed.
 *
 * @param path eligible contacts in order of time
 * @param existing networks of the results that the conversion already has
 */
export const claimsOf = (
  conversion: Pick<ConversionFacts, 'productId' | 'cvType' | 'bot'>,
  path: readonly PathContact[],
  rules: Rules,
  existing = NO_RESULTS,
): Claim[] => {
  if (conversion.cvType !== 1 || conversion.bot) return [];
  const claims = new Map<number, Claim>();
  const isNotified = ({ status, productId }: NetworkRules) => status && productId === conversion.productId;
  const claim = (resultType: Claim['resultType'], network: NetworkRules, place: number): void => {
    const contact = path[place] ?? null;
    const ad = contact === null ? undefined : rules.ads.get(contact.adId);
    claims.set(network.id, {
      aspId: network.id,
      resultType,
      contact: contact && discloseIds(contact),
      interactionNumber: place + 1,
      cvCost: ad?.cvCost ?? 0,
      approvalRules: ad?.ownAutoApproval && ad.autoApproval !== null ? ad.autoApproval : network,
    });
  };
  /** The network of the contact at `place` if it is notified of results of this contact; else null. */
  const active = (place: number): NetworkRules | null => {
    const contact = path[place];
    const aspId = contact === undefined ? null : networkIdOf(contact, rules.ads, existing);
    const network = aspId === null ? undefined : rules.networks.get(aspId);
    if (contact === undefined || network === undefined || !isNotified(network)) return null;
    const ad = rules.ads.get(contact.adId);
    return (ad?.ownResultNotice ? ad.resultFlag : network.resultFlag) === INVALID ? null : network;
  };

  const { last, performance } = decidingContacts(path, rules.ads);
  const lastNetwork = active(last);
  if (lastNetwork !== null) claim(LAST_CV, lastNetwork, last);
  const performanceNetwork = active(performance);
  if (performanceNetwork?.performanceCvFlag) claim(PERFORMANCE_CV, performanceNetwork, performance);
  for (const network of rules.networks.values()) {
    if (!isNotified(network) || network.resultFlag !== ACTIVE_ALWAYS || claims.has(network.id)) continue;
    const own = path.findLastIndex(contact => networkIdOf(contact, rules.ads, existing) === network.id);
    claim(CONSTANT_OUTPUT, network, own);
  }
  return [...claims.values()].sort((a, b) => a.aspId - b.aspId);
};
