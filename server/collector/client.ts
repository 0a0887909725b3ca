import type { FastifyRequest } from 'fastify';
import { NO_ADDRESS, storedAddress } from '../platform/event-address.ts';
import { AGENT_LIMIT, type Agent } from './agents.ts';
import type { Collector } from './collector.ts';
import { storedTime } from './rows.ts';
import { sanitized } from './text.ts';

/** The caller's address and agent as stored. */
export interface Client {
  readonly agent: Agent;
  readonly ip: string;
  readonly ua: string;
}

export const describeClient = (collector: Pick<Collector, 'agents'>, ua: string, ip: string): Client => {
  const shortUa = sanitized(ua, AGENT_LIMIT);
  const agent = collector.agents(shortUa);
  return { agent, ip, ua: shortUa };
};

export const clientOf = (collector: Pick<Collector, 'agents'>, request: FastifyRequest): Client =>
  describeClient(collector, request.headers['user-agent'] ?? '', storedAddress(request.ip) ?? NO_ADDRESS);

/** The columns that every event has. */
export const common = (productId: number, visitorId: string, ms: number, client: Client, bot: 0 | 1) => ({
  product_id: productId,
  visitor_id: visitorId,
  ts: storedTime(ms),
  ip: client.ip,
  bot,
});
