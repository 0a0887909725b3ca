import { useState } from 'react';
import { AdLinksDocument, type AdLinksQuery } from '../../graphql/generated/graphql.ts';
import type { ClickUrl } from '../../machines/new-ad.ts';
import { useExecute } from '../console/context.ts';
import { requireValue } from '../console/required-answer.ts';
import { useReportChange } from '../console/row-changes.ts';
import { adQuery } from '../resources/ads.ts';
import { redirectCreation, redirects } from '../resources/redirects.ts';
import { present, type Present } from '../resources/row.ts';

/** Query of an ad's click URLs and tags. */
export const adLinksQuery = AdLinksDocument;
export type Links = NonNullable<AdLinksQuery['one']>;
type Redirect = Present<Links['redirects']>;

export const clickUrlOf = (links: Links, { url, tracking_url }: Redirect): ClickUrl => ({
  forCampaigns: present(links.parameters).length > 0 ? tracking_url : url,
  plain: url,
});

/**
 * Returns a function that makes a click URL for an ad, which leads to the page of the ad. If an answer is lost, a
 * repetition makes no second URL.
 */
export const useCreateClickUrl = () => {
  const execute = useExecute();
  const reportChange = useReportChange();
  /** Idempotency keys of unfinished creations by ad. */
  const [keys] = useState(() => new Map<number, string>());
  return async (adId: number, signal: AbortSignal): Promise<ClickUrl> => {
    const ad = requireValue((await execute(adQuery, { id: adId }, signal)).one);
    const input = {
      product_id: ad.product_id,
      ad_id: adId,
      redirect_url: requireValue(ad.redirect_url),
    };
    const key = keys.get(adId) ?? crypto.randomUUID();
    keys.set(adId, key);
    await execute(redirectCreation, { input, idempotency_key: key }, signal);
    reportChange(redirects);
    const links = requireValue((await execute(adLinksQuery, { id: adId }, signal)).one);
    keys.delete(adId);
    return clickUrlOf(links, requireValue(present(links.redirects)[0]));
  };
};
