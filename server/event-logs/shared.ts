import { Type } from '@fastify/type-provider-typebox';
import { visibleAds, type Viewer } from '../http/visibility.ts';
import { EventId, Id } from '../http/schemas.ts';
import type { StoredEvent } from '../store/clickhouse/logs/event-rows.ts';
import { Word } from './log-parameters.ts';

/** The fields that several logs share. */

export const OnlyEvent = (description: string) => Type.Optional(EventId(description));

export const client = {
  ua: Type.String(),
  device: Type.String({ description: 'Device type: desktop, mobile, tablet …; empty: unknown' }),
  os: Type.String(),
  os_ver: Type.String(),
  browser: Type.String(),
  browser_ver: Type.String(),
};

export const flags = {
  bot: Type.Boolean(),
  excluded: Type.Boolean({
    description: 'Whether the IP address is excluded by the current rules of the product',
  }),
};

/** The parameters that every log has: the ads, the visitor and the client. */
export const commonParameters = {
  ad_id__in: Type.Optional(
    Type.Array(Id(), { minItems: 1, maxItems: 1000, description: 'Only rows of these ads' }),
  ),
  visitor_id: OnlyEvent('Only this visitor'),
  device: Word('Only this device type'),
  os: Word('Only this operating system'),
  browser: Word('Only this browser'),
};

export const clientOf = ({
  ua,
  device,
  os,
  os_ver,
  browser,
  browser_ver,
}: Readonly<Record<keyof typeof client, string>>) => ({ ua, device, os, os_ver, browser, browser_ver });
export const flagsOf = ({ bot, excluded }: Pick<StoredEvent, 'bot' | 'excluded'>) => ({
  bot: bot === 1,
  excluded: excluded === 1,
});

/** Ids that rows refer to, one list per kind, without 0. Reads the rows once. */
export const idsIn = <Row>(
  rows: Iterable<Row>,
  ...kinds: readonly ((row: Row) => readonly (number | undefined)[])[]
): number[][] => {
  const found = kinds.map(() => new Set<number>());
  for (const row of rows) {
    for (const [i, idsOf] of kinds.entries())
      for (const id of idsOf(row)) if (id !== undefined && id > 0) found[i]!.add(id);
  }
  return found.map(ids => [...ids]);
};
export const idOrNull = (id: string | undefined): string | null =>
  id === undefined || id === '0' ? null : id;

/** Returns a predicate of the ads that a viewer may see. */
export const isVisibleAdOf = (
  viewer: Viewer,
  productId: number,
): ((adId: number | undefined) => adId is number) => {
  const visible = visibleAds(viewer, productId);
  const own = visible === 'all' ? null : new Set(visible);
  return (adId): adId is number => adId !== undefined && adId !== 0 && (own === null || own.has(adId));
};
