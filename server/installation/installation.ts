import type { Static } from '@fastify/type-provider-typebox';
import { CONVERSION_KEY_HEADER } from '../collector/conversion-access.ts';
import { relationOf, type TrackedProduct } from '../collector/tracking.ts';
import type { Sighting } from '../store/clickhouse/events/reported-hosts.ts';
import { DAY } from '../platform/time.ts';
import type { Installation, InstallationVerdict } from './schemas.ts';

/** Determines whether a product's tag is installed. Pure. */

/** Milliseconds of page views before now whose hosts are shown. */
export const HOST_PERIOD_MS = 90 * DAY;

/** Milliseconds before now whose unreadable values are counted: a page that was corrected is forgotten after a week. */
export const UNREADABLE_PERIOD_MS = 7 * DAY;

type Verdict = Static<typeof InstallationVerdict.schema>;
type TagInstallation = Pick<
  Static<typeof Installation.schema>,
  'tag' | 'verdict' | 'first_seen' | 'last_seen' | 'page_views' | 'hosts'
>;
type Host = Static<typeof Installation.schema>['hosts'][number];

const time = (ms: number | undefined): string | null =>
  ms === undefined ? null : new Date(ms).toISOString();

/** Measurement tag of a product. */
export const tagOf = (publicUrl: string, productId: number): string =>
  `<script async src="${publicUrl}/t/${productId}.js"></script>`;

/** Shell command of a call that reports a conversion. The key is sent in a header, because proxies log addresses. */
export const conversionCallOf = (publicUrl: string, productId: number, conversionKey: string): string =>
  [
    `curl ${publicUrl}/cv`,
    `-H '${CONVERSION_KEY_HEADER}: ${conversionKey}'`,
    `-d product=${productId}`,
    '-d xclid=CLICK_TOKEN',
    '-d p_resid=ORDER_NUMBER',
    '-d amount=1200',
  ].join(' \\\n  ');

/**
 * @param product product as the collector knows it; null: deleted, so that its tag counts nothing
 * @param seen first and last time at which the tag was seen
 * @param sightings hosts of the past 90 days
 */
export const installationOf = (
  tag: string,
  product: TrackedProduct | null,
  seen: { readonly first: number; readonly last: number } | null,
  sightings: readonly Sighting[],
  now: number,
): TagInstallation => {
  const found = sightings.map(({ host, first, last, pageViews }): Host & { readonly at: number } => ({
    host,
    relation: product === null ? 'foreign' : relationOf(product, host),
    first_seen: time(first),
    last_seen: time(last),
    page_views: pageViews,
    at: last,
  }));
  // The product's domain and its senders are listed also if their tag was not seen, because that is the problem to
  // find.
  const awaited =
    product === null
      ? []
      : [
          ...(product.host === '' || found.some(({ relation }) => relation === 'own')
            ? []
            : [{ host: product.host, relation: 'own' as const }]),
          ...product.senders
            .filter(
              sender =>
                !found.some(
                  ({ host, relation }) =>
                    relation === 'sender' && relationOf({ ...product, host: sender }, host) === 'own',
                ),
            )
            .map(host => ({ host, relation: 'sender' as const })),
        ];
  const latest = Math.max(
    -Infinity,
    ...found.filter(({ relation }) => relation === 'own').map(({ at }) => at),
  );
  return {
    tag,
    verdict: verdictOf(seen, latest, found.length > 0, now),
    first_seen: time(seen?.first),
    last_seen: time(seen?.last),
    page_views: found
      .filter(({ relation }) => relation === 'own')
      .reduce((sum, { page_views }) => sum + page_views, 0),
    hosts: [
      ...found.map(({ at: _, ...host }) => host),
      ...awaited.map(host => ({ ...host, first_seen: null, last_seen: null, page_views: 0 })),
    ],
  };
};

const verdictOf = (seen: object | null, latest: number, elsewhere: boolean, now: number): Verdict => {
  if (seen === null) return 'never';
  if (latest === -Infinity) return elsewhere ? 'foreign_only' : 'silent';
  return now - latest < DAY ? 'seen' : 'silent';
};
