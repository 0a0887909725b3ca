import type { Static } from '@fastify/type-provider-typebox';
import { CONVERSION_KEY_HEADER } from '../collector/conversion-access.ts';
import { relationOf, type TrackedProduct } from '../collector/tracking.ts';
import type { Sighting } from '../store/clickhouse/events/reported-hosts.ts';
import { DAY } from '../platform/time.ts';
import type { Installation, InstallationVerdict } from './schemas.ts';

/** Whether a product's tag is where it belongs. Pure. */

/** How far back hosts are looked for. */
export const LOOKED_BACK = 90 * DAY;

type Verdict = Static<typeof InstallationVerdict.schema>;
type TagInstallation = Pick<
  Static<typeof Installation.schema>,
  'tag' | 'verdict' | 'first_seen' | 'last_seen' | 'page_views' | 'hosts'
>;
type Host = Static<typeof Installation.schema>['hosts'][number];

const time = (ms: number | undefined): string | null =>
  ms === undefined ? null : new Date(ms).toISOString();

/**
 * A call that reports a conversion, as a shell command. The key goes in the header: addresses end in the logs
 * of proxies.
 */
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
 * @param product as the collector knows it; null: deleted, so that nothing is taken from its tag
 * @param seen when its tag was first and last seen at all
 * @param sightings the hosts of the past 90 days
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
  // The domain and the senders' that are set are told also where nothing was seen of them: that is what is
  // looked for.
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
