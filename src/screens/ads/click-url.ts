import { AdLinksDocument, type AdLinksQuery } from '../../../graphql/generated/graphql.ts';
import type { ClickUrl } from '../../../machines/new-ad.ts';
import { useExecute } from '../../console/context.ts';
import { requireValue } from '../../console/required-answer.ts';
import { useReportChange } from '../../console/row-changes.ts';
import { adQuery } from '../../resources/ads.ts';
import { redirectCreation, redirects } from '../../resources/redirects.ts';
import { present, type Present } from '../../resources/row.ts';

/** Query of an ad's click URLs and tags. */
export const adLinksQuery = AdLinksDocument;
export type Links = NonNullable<AdLinksQuery['one']>;
type Redirect = Present<Links['redirects']>;

export const clickUrlOf = (links: Links, { url, tracking_url }: Redirect): ClickUrl => ({
  forCampaigns: present(links.parameters).length > 0 ? tracking_url : url,
  plain: url,
});

/**
 * Returns a function that makes a click URL for an ad, which leads to the page of the ad.
 * @param key idempotency key: if the answer is lost, a repetition with the same key makes no second URL
 */
export const useCreateClickUrl = () => {
  const ask = useExecute();
  const reportChange = useReportChange();
  return async (adId: number, key: string, signal: AbortSignal): Promise<ClickUrl> => {
    const ad = requireValue((await ask(adQuery, { id: adId }, signal)).one);
    const input = {
      product_id: ad.product_id,
      ad_id: adId,
      redirect_url: requireValue(ad.redirect_url),
    };
    await ask(redirectCreation, { input, idempotency_key: key }, signal);
    reportChange(redirects);
    const links = requireValue((await ask(adLinksQuery, { id: adId }, signal)).one);
    return clickUrlOf(links, requireValue(present(links.redirects)[0]));
  };
};
