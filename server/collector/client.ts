import type { FastifyRequest } from 'fastify';
import { NO_ADDRESS, shortenedAddress, storedAddress } from '../platform/event-address.ts';
import { AGENT_LIMIT, type Agent } from './agents.ts';
import type { Collector } from './collector.ts';
import { storedTime } from './rows.ts';
import { sanitized } from './text.ts';
import type { TrackedProduct } from './tracking.ts';

/** The caller's address and agent as the events of a product store them. */
export interface Client {
  readonly agent: Agent;
  readonly ip: string;
  readonly ua: string;
}

/** @param ip the full address in its stored form; it reaches events only as the product stores it */
export const describeClient = (
  collector: Pick<Collector, 'agents'>,
  product: Pick<TrackedProduct, 'shortensAddress'>,
  ua: string,
  ip: string,
): Client => {
  const shortUa = sanitized(ua, AGENT_LIMIT);
  const agent = collector.agents(shortUa);
  return { agent, ip: product.shortensAddress(ip) ? shortenedAddress(ip) : ip, ua: shortUa };
};

export const clientOf = (
  collector: Pick<Collector, 'agents'>,
  product: Pick<TrackedProduct, 'shortensAddress'>,
  request: FastifyRequest,
): Client =>
  describeClient(
    collector,
    product,
    request.headers['user-agent'] ?? '',
    storedAddress(request.ip) ?? NO_ADDRESS,
  );

/** The columns that every event has. */
export const common = (productId: number, visitorId: string, ms: number, client: Client, bot: 0 | 1) => ({
  product_id: productId,
  visitor_id: visitorId,
  ts: storedTime(ms),
  ip: client.ip,
  bot,
});
