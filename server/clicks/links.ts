import type { Static } from '@fastify/type-provider-typebox';
import { webUrl } from '../collector/hosts.ts';
import { indexTracking } from '../collector/tracking-index.ts';
import type { ParameterNames, TrackedRedirect } from '../collector/tracking.ts';
import type { TrackingRows } from '../store/postgres/tracking/tracking.ts';
import {
  clickAddress,
  directParameter,
  impressionAddress,
  impressionTag,
  MACROS,
  macroParameters,
  withParameters,
} from './addresses.ts';
import type { AdLinks, ClickVerdict } from './schemas.ts';

export type Links = Static<typeof AdLinks.schema>;
export type Verdict = Static<typeof ClickVerdict.schema>;

/** How the collector treats a click on a redirect, by the settings alone. */
export const clickVerdict = (redirect: TrackedRedirect | undefined): Verdict => {
  if (redirect === undefined || redirect.landing === null) return 'lost';
  if (redirect.counts) return 'counted';
  return redirect.adPage === null ? 'lost' : 'uncounted';
};

/**
 * Builds the addresses and tags of an ad for media and networks.
 *
 * @param rows the collector's settings of the ad
 * @param isOpen whether the viewer may see the network's parameters
 */
export const linksOf = (rows: TrackingRows, adId: number, publicUrl: string, isOpen: boolean): Links => {
  const tracking = indexTracking(rows);
  const [row] = rows.ads;
  const names: ParameterNames =
    isOpen || row?.ownParameters === true ? (tracking.ads.get(adId)?.parameters ?? []) : [];
  const macros = macroParameters(names);
  const page = webUrl(row?.redirectUrl ?? '')?.href ?? null;
  const direct = directParameter(adId);
  return {
    id: adId,
    redirects: rows.redirects
      .filter(redirect => redirect.status)
      .map(({ id }) => {
        const url = clickAddress(publicUrl, id);
        return {
          redirect_id: id,
          url,
          tracking_url: withParameters(url, macros),
          verdict: clickVerdict(tracking.redirects.get(id)),
        };
      }),
    impression_url: impressionAddress(publicUrl, adId),
    impression_tag: impressionTag(publicUrl, adId),
    direct_link: row?.directLink ?? false,
    direct_parameter: direct.join('='),
    direct_url: page === null ? null : withParameters(page, [direct, ...macros]),
    parameters: names.map(([column, name]) => ({ column, name, macro: MACROS[column] })),
  };
};
