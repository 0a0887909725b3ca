import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Headers of every answer: it loads nothing, no frame shows it, browsers believe its type, and its address is
 * sent to nobody. Pages replace the policy by the one that they need.
 */
export const SECURITY_HEADERS = Object.freeze({
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
});

/** For a year, and for this host only: its subdomains may belong to servers without https. */
const SECURITY_HEADERS_OVER_HTTPS = Object.freeze({
  ...SECURITY_HEADERS,
  'strict-transport-security': 'max-age=31536000',
});

/** Puts the security headers on one answer. */
export type AddSecurityHeaders = (request: FastifyRequest, reply: FastifyReply) => void;

/** @param publicUrl where browsers reach this program, whatever protocol the last proxy speaks */
export const createSecurityHeaders = (publicUrl: string): AddSecurityHeaders => {
  const isHttps = publicUrl.startsWith('https:');
  return (request, reply) => {
    const overHttps = isHttps || request.protocol === 'https';
    void reply.headers(overHttps ? SECURITY_HEADERS_OVER_HTTPS : SECURITY_HEADERS);
  };
};

/**
 * Puts the security headers on every answer of `app`. Must be called before any other hook is added: a hook
 * that refuses a request ends the chain.
 */
export const secureAnswers = (app: FastifyInstance, add: AddSecurityHeaders): void => {
  app.addHook('onRequest', (request, reply, done) => {
    add(request, reply);
    done();
  });
};
