/** Characters of an error's message that a report keeps. */
export const MESSAGE_LENGTH = 300;

const MASK = '…';
/** What a message quotes stays where it is a name in the code; anything else may be what somebody typed. */
const QUOTED = /"[^"]{0,300}"?|`[^`]{0,300}`?|(?<![A-Za-z0-9])'[^']{0,300}'?/g;
const IDENTIFIER = /^["'`][A-Za-z_$][\w$.]{0,40}["'`]$/;
const ADDRESS = /\b(?:https?|wss?|postgres(?:ql)?|smtps?):\/\/[^\s"'`)]{0,300}/g;
/**
 * Mail addresses, network addresses, numbers and keys that are long enough to name somebody, and every text
 * that is not plain ASCII.
 */
const PERSONAL =
  /[^\s@]{1,64}@[^\s@]{1,64}|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b(?:[0-9a-fA-F]{0,4}:){3,7}[0-9a-fA-F]{0,4}\b|[\w.+=-]{24,300}|\d{5,300}|[^\x20-\x7e…]{1,300}/g;

/** The path of an address: its server, user information, query and fragment are left out. */
const pathOf = (address: string): string => (URL.canParse(address) ? new URL(address).pathname : MASK);

/**
 * An error's message without what may be personal or secret: quoted values, addresses, numbers, keys and
 * texts of people.
 */
export const maskMessage = (message: string): string =>
  message
    .slice(0, 2 * MESSAGE_LENGTH)
    .replaceAll(ADDRESS, pathOf)
    .replaceAll(QUOTED, quoted => (IDENTIFIER.test(quoted) ? quoted : MASK))
    .replaceAll(PERSONAL, MASK)
    .slice(0, MESSAGE_LENGTH);

/** A path without the numbers of its rows: `/ad/setting/12` is `/ad/setting/{id}`. */
export const maskPath = (path: string): string =>
  path
    .split(/[?#]/, 1)
    .join()
    .slice(0, 200)
    .split('/')
    .map(part => (/^[A-Za-z_-]{0,40}(?:-\d)?$/.test(part) || part === 'v1' ? part : '{id}'))
    .join('/');
