/** Maximum characters of an error's message in a report. */
export const MESSAGE_LENGTH = 300;

const MASK = '…';
/** Quoted texts in messages. Names in the code are kept; any other text may be input of a user. */
const QUOTED = /"[^"]{0,300}"?|`[^`]{0,300}`?|(?<![A-Za-z0-9])'[^']{0,300}'?/g;
const IDENTIFIER = /^["'`][A-Za-z_$][\w$.]{0,40}["'`]$/;
const ADDRESS = /\b(?:https?|wss?|postgres(?:ql)?|smtps?):\/\/[^\s"'`)]{0,300}/g;
/** Mail addresses, IP addresses, long numbers and keys, and texts outside of ASCII. */
const PERSONAL =
  /[^\s@]{1,64}@[^\s@]{1,64}|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b(?:[0-9a-fA-F]{0,4}:){3,7}[0-9a-fA-F]{0,4}\b|[\w.+=-]{24,300}|\d{5,300}|[^\x20-\x7e…]{1,300}/g;

/** Path of an address, without server, credentials, query and fragment. */
const pathOf = (address: string): string => (URL.canParse(address) ? new URL(address).pathname : MASK);

/** Masks parts of an error's message that may be personal or secret. */
export const maskMessage = (message: string): string =>
  message
    .slice(0, 2 * MESSAGE_LENGTH)
    .replaceAll(ADDRESS, pathOf)
    .replaceAll(QUOTED, quoted => (IDENTIFIER.test(quoted) ? quoted : MASK))
    .replaceAll(PERSONAL, MASK)
    .slice(0, MESSAGE_LENGTH);

/** Masks ids in a path: `/ad/setting/12` becomes `/ad/setting/{id}`. */
export const maskPath = (path: string): string =>
  path
    .split(/[?#]/, 1)
    .join()
    .slice(0, 200)
    .split('/')
    .map(part => (/^[A-Za-z_-]{0,40}(?:-\d)?$/.test(part) || part === 'v1' ? part : '{id}'))
    .join('/');
