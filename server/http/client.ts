import type { FastifyRequest } from 'fastify';

/** The client of a request: its IP address, and its User-Agent header ('': none). */
export interface Client {
  readonly address: string;
  readonly userAgent: string;
}

/** Maximum length of a stored User-Agent, because some apps send very long ones. */
const USER_AGENT_LIMIT = 512;

/** The User-Agent header as it is stored. PostgreSQL stores no NUL. */
export const userAgentOf = (headers: FastifyRequest['headers']): string =>
  (headers['user-agent'] ?? '').replaceAll('\0', '').slice(0, USER_AGENT_LIMIT);

export const clientOf = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): Client => ({
  address: ip,
  userAgent: userAgentOf(headers),
});
