import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Headers of every answer: no loading, no framing, no sniffing of types, no referrer. Pages replace the content
 * security policy by their own.
 */
export const SECURITY_HEADERS = Object.freeze({
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
});

/** HSTS for a year, without subdomains, which may belong to servers without https. */
const SECURITY_HEADERS_OVER_HTTPS = Object.freeze({
  ...SECURITY_HEADERS,
  'strict-transport-security': 'max-age=31536000',
});

/** Sets the security headers of one answer. */
export type AddSecurityHeaders = (request: FastifyRequest, reply: FastifyReply) => void;

/** The protocol that the nearest proxy reports, as Fastify reads it. */
const forwardedProtocol = (request: FastifyRequest): string | undefined =>
  String(request.headers['x-forwarded-proto'] ?? '')
    .split(',')
    .at(-1)
    ?.trim();

/**
 * @param publicUrl public base address of the program; https here counts even if the last proxy speaks http
 * @param trustsProxy whether the nearest proxy is trusted. Requests that Fastify refuses before routing do not have
 *   its `protocol`, so the header is read here
 */
export const createSecurityHeaders = (publicUrl: string, trustsProxy: boolean): AddSecurityHeaders => {
  const isHttps = publicUrl.startsWith('https:');
  return (request, reply) => {
    const overHttps =
      isHttps || request.protocol === 'https' || (trustsProxy && forwardedProtocol(request) === 'https');
    void reply.headers(overHttps ? SECURITY_HEADERS_OVER_HTTPS : SECURITY_HEADERS);
  };
};

/**
 * Sets the security headers on every answer of `app`. Must be called before other hooks are added, because a hook
 * that refuses a request ends the chain.
 */
export const secureAnswers = (app: FastifyInstance, add: AddSecurityHeaders): void => {
  app.addHook('onRequest', (request, reply, done) => {
    add(request, reply);
    done();
  });
};
