/** The text that replaces a secret. */
export const MASK = '***';

const SECRET_NAME = /pass|pwd|secret|token|api[_-]?key|auth|credential|sign|sig$|hash|hmac/i;
/** HMAC-SHA256 in hexadecimal, as the macro {signature} fills in, and what is as long. */
const DIGEST = /\b[0-9a-f]{40,}\b/gi;

/**
 * A notification's URL as people may see it: with its parameters, but without what would let a reader pass
 * for us. Those are passwords before the
 * host, parameters whose names say that they are secret, and signatures wherever they stand. It works on the
 * text, since a URL that cannot be parsed is shown, too.
 */
export const maskUrl = (url: string): string =>
  url
    .replace(/^(\s*[a-z][a-z\d+.-]*:\/\/)[^/?#@]*@/i, `$1${MASK}@`)
    .replace(/([?&;])([^=?&#;]*)=([^&#;]*)/g, (match, sign: string, name: string, value: string) =>
      value !== '' && SECRET_NAME.test(name) ? `${sign}${name}=${MASK}` : match,
    )
    .replace(DIGEST, MASK);
