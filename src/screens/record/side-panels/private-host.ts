/** Hosts of private networks and of one machine that users type; the server checks every address when it sends. */
const PRIVATE_HOSTS: readonly RegExp[] = [
  /(?:^|\.)(?:localhost|local|internal)$/,
  /^(?:0|10|127)(?:\.\d+){3}$/,
  /^(?:169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d+){2}$/,
  /^\[(?:::1?|f[cd][\da-f]{2}:.*|fe[89ab][\da-f]:.*)\]$/,
];

/** The host of a URL that is private, so that notifications to it are refused; null: none, or the text is no URL. */
export const privateHostOf = (text: unknown): string | null => {
  if (typeof text !== 'string' || !URL.canParse(text)) return null;
  const host = new URL(text).hostname.replace(/\.$/, '');
  return PRIVATE_HOSTS.some(pattern => pattern.test(host)) ? host : null;
};
