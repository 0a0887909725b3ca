import { NO_NETWORK } from '../platform/contact-network.ts';
import type { Agent } from '../collector/agents.ts';
import { agentColumns } from '../collector/agents.ts';
import { storedTime, type Event } from '../collector/rows.ts';
import type { Dependencies } from '../dependencies.ts';
import { SECOND } from '../platform/time.ts';
import { startOfTokyoDay } from './calendar.ts';
import { storeSampleProduct } from './company.ts';
import type { PlacedCompany } from './placed.ts';
import { planAds, type AdPlan } from './plan.ts';
import { PRODUCTS } from './products.ts';
import { createRandom } from './random.ts';
import { visitorIdOf, type SeedContact, type SeedConversion, type Traffic } from './traffic-events.ts';
import { makeTraffic } from './traffic.ts';

/** Size of the sample: about 3,000 clicks in six weeks. */
const SAMPLE = { seed: 20_200_102, days: 42, visitors: 3_600, adsPerCategory: 3 } as const;

/** The largest ads of each category of the first product, without networks and agencies. */
const planSampleAds = (now: number): AdPlan[] => {
  const taken = new Map<number, number>();
  return planAds(createRandom(SAMPLE.seed), startOfTokyoDay(now), SAMPLE.days).flatMap(ad => {
    const rank = (taken.get(ad.category) ?? 0) + 1;
    if (ad.product !== 0 || rank > SAMPLE.adsPerCategory) return [];
    taken.set(ad.category, rank);
    return [{ ...ad, network: null, agency: null }];
  });
};

/**
 * Stores the product of the sample, which its name shows to be one. Call in a transaction.
 * @param now ms since 1970
 */
export const storeSample = (
  tx: Dependencies['db'],
  companyId: number,
  now: number,
): Promise<PlacedCompany> => {
  const product = PRODUCTS[0]!;
  const named = { ...product, name: `サンプル (Sample): ${product.name}` };
  return storeSampleProduct(tx, companyId, named, planSampleAds(now));
};

interface Describing {
  readonly ids: Dependencies['ids'];
  readonly agents: (ua: string) => Agent;
}

const contactEvents = (
  { ids, agents }: Describing,
  { landings, referrers, clients }: Traffic,
  contact: SeedContact,
): Event[] => {
  const { productId, adId, ts, ip, bot } = contact;
  const ua = clients[contact.client]!;
  const landing = landings[contact.landing]!;
  const [id, accessId] = [ids.next(), ids.next()];
  const shared = {
    product_id: productId,
    visitor_id: visitorIdOf(contact.visitor),
    ip,
    bot: bot ? (1 as const) : (0 as const),
    referrer: referrers[contact.referrer]!,
    ...agentColumns(ua, agents(ua)),
    ad_id: adId,
    interaction_id: id.toString(),
  };
  const click: Event = {
    table: 'contact',
    id,
    row: {
      ...shared,
      ts: storedTime(ts),
      redirect_id: contact.redirectId,
      lpo_number: contact.lpoNumber,
      landing_url: landing,
      repeated: contact.repeated ? 1 : 0,
      xclid: '',
      media_session_id: '',
      media_management1: '',
      media_management2: '',
      media_management3: '',
      click_cost: contact.clickCost,
      asp_id: NO_NETWORK,
    },
  };
  if (contact.pages === 0) return [click];
  const view: Event = {
    table: 'access',
    id: accessId,
    row: {
      ...shared,
      ts: storedTime(ts + SECOND),
      access_id: accessId.toString(),
      access_url: landing,
      query: '',
    },
  };
  return [click, view];
};

const conversionEvent = (
  { ids, agents }: Describing,
  { clients }: Traffic,
  conversion: SeedConversion,
): Event => {
  const id = ids.next();
  const ua = clients[conversion.client]!;
  return {
    table: 'conversion',
    id,
    row: {
      product_id: conversion.productId,
      conversion_id: id.toString(),
      visitor_id: conversion.visitorId,
      ts: storedTime(conversion.ts),
      ip: conversion.ip,
      bot: conversion.bot ? 1 : 0,
      ...agentColumns(ua, agents(ua)),
      cv_type: conversion.cvType,
      cv_setting_id: conversion.cvSettingId,
      origin: conversion.origin,
      args: conversion.args,
      user_id: conversion.userId,
      other_key1: conversion.otherKey1,
      other_key2: conversion.otherKey2,
      other_key3: conversion.otherKey3,
      amount: conversion.amount,
      url: conversion.url,
      referrer: conversion.referrer,
    },
  };
};

/**
 * Makes the events of a sample product, in order of time. Their ids are new, as of events that are reported late, so
 * that results and rollups take them up.
 * @param now ms since 1970
 */
export const makeSampleEvents = (describing: Describing, company: PlacedCompany, now: number): Event[] => {
  const traffic = makeTraffic(createRandom(SAMPLE.seed + 1), company, now, SAMPLE);
  const drawn = [
    ...traffic.contacts.map(contact => ({
      ts: contact.ts,
      events: () => contactEvents(describing, traffic, contact),
    })),
    ...traffic.conversions.map(conversion => ({
      ts: conversion.ts,
      events: () => [conversionEvent(describing, traffic, conversion)],
    })),
  ];
  return drawn.toSorted((a, b) => a.ts - b.ts).flatMap(({ events }) => events());
};
