import type { result } from '../store/postgres/schema.ts';
import type { Claim, ConversionFacts } from './derive.ts';
import type { Judgements } from './judge.ts';

export type ResultRow = Omit<typeof result.$inferInsert, 'id'>;

/** PostgreSQL cannot hold a NUL; one in a site's parameters must not keep every later result waiting. */
const text = (value: string): string => value.replaceAll('\0', '');

/**
 * A result as it is stored.
 *
 * @param xclid the network's own click id, or our click token where it gave none
 */
export const resultRow = (companyId: number, conversion: ConversionFacts, claim: Claim, said: Judgements, xclid: string, madeAt: Date) => ({
  companyId, productId: conversion.productId, aspId: claim.aspId, cvAdId: claim.contact?.adId ?? null, resultType: claim.resultType,
  conversionId: conversion.conversionId, interactionId: claim.contact?.interactionId ?? null, interactionNumber: claim.interactionNumber,
  cvTime: new Date(conversion.ts), ipAddress: conversion.ip, xclid: text(xclid),
  mediaSessionId: text(claim.contact?.mediaSessionId ?? ''), mediaManagement1: text(claim.contact?.mediaManagement1 ?? ''),
  mediaManagement2: text(claim.contact?.mediaManagement2 ?? ''), mediaManagement3: text(claim.contact?.mediaManagement3 ?? ''),
  args: text(conversion.args), userId: text(conversion.userId), otherKey1: text(conversion.otherKey1), otherKey2: text(conversion.otherKey2), otherKey3: text(conversion.otherKey3),
  amount: conversion.amount, cvCost: claim.cvCost,
  approvalAmountResult: said.amount, approvalArgsResult: said.args, excludeDuplicateIpsResult: said.duplicateIps, excludeDuplicateArgsResult: said.duplicateArgs,
  approvalStatus: said.status, version: 1, createdAt: madeAt, updatedAt: madeAt,
}) satisfies ResultRow;
