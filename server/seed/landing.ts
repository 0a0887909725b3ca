import type { PlacedAd } from './placed.ts';

/**
 * Landing page of a click, stable by visitor.
 * @param luck the visitor's random number in [0, 1)
 */
export const landingFor = (ad: PlacedAd, luck: number) => {
  if (ad.plan.row.directLink && luck < 0.5)
    return { redirectId: 0, lpoNumber: 0, url: ad.plan.row.redirectUrl };
  const n = ad.redirectIds.length > 1 && luck > 0.8 ? 1 : 0;
  const redirect = ad.plan.redirects[n]!;
  if (!redirect.redirectFlag || !redirect.lpoFlag)
    return { redirectId: ad.redirectIds[n]!, lpoNumber: 0, url: redirect.redirectUrl };
  let left = ((luck * 7919) % 1) * redirect.lpoEntries.reduce((sum, entry) => sum + entry.rate, 0);
  const chosen = Math.max(
    0,
    redirect.lpoEntries.findIndex(entry => (left -= entry.rate) < 0),
  );
  return { redirectId: ad.redirectIds[n]!, lpoNumber: chosen + 1, url: redirect.lpoEntries[chosen]!.url };
};
