import { isFullAddress } from '../platform/event-address.ts';
import { DAY } from '../platform/time.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import { resultsFrom, resultsWithArgs } from '../store/postgres/results/results.ts';
import { createAddressIndex, type AddressIndex } from './address-index.ts';
import type { Claim, NetworksByAd } from './derive.ts';
import type { ConversionWithPath } from './paths.ts';

/** Earlier results that the duplicate checks of a batch compare with, read in one query for the whole batch. */

/** A conversion and a result that it earns. */
export interface ClaimedConversion {
  readonly claim: Claim;
  readonly conversion: ConversionWithPath['conversion'];
}

/** Reads results from the same IP addresses, within the longest address window of the batch. */
export const readNearbyAddresses = async (
  db: Database,
  batch: readonly ClaimedConversion[],
): Promise<AddressIndex> => {
  const evaluated = batch.filter(
    ({ claim, conversion }) => claim.approvalRules.excludeDuplicateIps > 0 && isFullAddress(conversion.ip),
  );
  if (evaluated.length === 0) return createAddressIndex([]);
  const windowMs = Math.max(...evaluated.map(({ claim }) => claim.approvalRules.excludeDuplicateIps)) * DAY;
  const times = evaluated.map(({ conversion }) => conversion.ts);
  return createAddressIndex(
    await resultsFrom(
      db,
      evaluated.map(({ claim, conversion }) => ({ aspId: claim.aspId, ip: conversion.ip })),
      new Date(Math.min(...times) - windowMs),
      new Date(Math.max(...times) + windowMs),
    ),
  );
};

/** Key of the results of a network with one result identifier. */
export const argsKey = (aspId: number, args: string): string => `${aspId} ${args}`;

/** Reads the id of the first result with each checked result identifier of the batch, by {@link argsKey}. */
export const readFirstWithArgs = async (
  db: Database,
  batch: readonly ClaimedConversion[],
): Promise<ReadonlyMap<string, number>> => {
  const evaluated = batch.filter(
    ({ claim, conversion }) => claim.approvalRules.excludeDuplicateArgs && conversion.args !== '',
  );
  const found = await resultsWithArgs(
    db,
    evaluated.map(({ claim, conversion }) => ({ aspId: claim.aspId, args: conversion.args })),
  );
  return new Map(found.map(row => [argsKey(row.aspId, row.args), row.first]));
};

/**
 * The networks of the results of conversions, by ad. An ad that has several results of a conversion has the network of
 * the first one.
 *
 * @param results by their ids
 */
export const networksByConversion = (
  results: readonly {
    readonly conversionId: string;
    readonly cvAdId: number | null;
    readonly aspId: number;
  }[],
): ((conversionId: string) => NetworksByAd | undefined) => {
  const networks = new Map<string, Map<number, number>>();
  for (const { conversionId, cvAdId, aspId } of results) {
    if (cvAdId === null) continue;
    const byAd = networks.get(conversionId) ?? new Map<number, number>();
    if (!byAd.has(cvAdId)) byAd.set(cvAdId, aspId);
    networks.set(conversionId, byAd);
  }
  return conversionId => networks.get(conversionId);
};
