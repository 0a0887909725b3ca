/** The text that replaces a secret. */
export const MASK = '***';

const SECRET_NAME = /pass|pwd|secret|token|api[_-]?key|auth|credential|sign|sig$|hash|hmac/i;
/** HMAC-SHA256 in hexadecimal, as {signature} fills in, and other digests of that length. */
const DIGEST = /\b[0-9a-f]{40,}\b/gi;

/**
 * Masks the secrets in a notification's URL for display: credentials before the host, parameters with a secret's
 * name, and signatures. The URL is treated as text, because invalid URLs are displayed as well.
 */
export const maskUrl = (url: string): string =>
  url
    .replace(/^(\s*[a-z][a-z\d+.-]*:\/\/)[^/?#@]*@/i, `$1${MASK}@`)
    .replace(/([?&;])([^=?&#;]*)=([^&#;]*)/g, (match, sign: string, name: string, value: string) =>
      value !== '' && SECRET_NAME.test(name) ? `${sign}${name}=${MASK}` : match,
    )
    .replace(DIGEST, MASK);
