import type { result } from '../store/postgres/schema/index.ts';
import type { Claim, ConversionFacts } from './derive.ts';
import type { Evaluation } from './evaluate.ts';

export type ResultRow = Omit<typeof result.$inferInsert, 'id'>;

/**
 * Builds the row of a new result.
 *
 * @param xclid the network's own click id, else the click token
 */
export const resultRow = (
  companyId: number,
  conversion: ConversionFacts & { readonly visitorId: string },
  claim: Claim,
  evaluation: Evaluation,
  xclid: string,
  madeAt: Date,
) =>
  ({
    companyId,
    productId: conversion.productId,
    aspId: claim.aspId,
    cvAdId: claim.contact?.adId ?? null,
    resultType: claim.resultType,
    conversionId: conversion.conversionId,
    visitorId: conversion.visitorId,
    interactionId: claim.contact?.interactionId ?? null,
    interactionNumber: claim.interactionNumber,
    cvTime: new Date(conversion.ts),
    ipAddress: conversion.ip,
    xclid,
    mediaSessionId: claim.contact?.mediaSessionId ?? '',
    mediaManagement1: claim.contact?.mediaManagement1 ?? '',
    mediaManagement2: claim.contact?.mediaManagement2 ?? '',
    mediaManagement3: claim.contact?.mediaManagement3 ?? '',
    args: conversion.args,
    userId: conversion.userId,
    otherKey1: conversion.otherKey1,
    otherKey2: conversion.otherKey2,
    otherKey3: conversion.otherKey3,
    amount: conversion.amount,
    cvCost: claim.cvCost,
    approvalAmountResult: evaluation.amount,
    approvalArgsResult: evaluation.args,
    excludeDuplicateIpsResult: evaluation.duplicateIps,
    excludeDuplicateArgsResult: evaluation.duplicateArgs,
    excludeDuplicateIpsDays: evaluation.days,
    exceededLimits: conversion.exceededLimits,
    approvalStatus: evaluation.status,
    version: 1,
    createdAt: madeAt,
    updatedAt: madeAt,
  }) satisfies ResultRow;
