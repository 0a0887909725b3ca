/** The text that replaces a secret. */
const MASK = '***';

/**
 * Names of parameters whose values are secrets, in lower case and without separators. Only complete names
 * match: campaigns call their parameters `design`, `author` or `sid`. docs/collector.md lists them for users.
 */
const SECRET_PARAMETERS: ReadonlySet<string> = new Set([
  'password',
  'passwd',
  'pass',
  'pwd',
  'passcode',
  'passphrase',
  'otp',
  'newpassword',
  'oldpassword',
  'currentpassword',
  'passwordconfirmation',
  'secret',
  'clientsecret',
  'credential',
  'credentials',
  'auth',
  'authorization',
  'apikey',
  'token',
  'accesstoken',
  'refreshtoken',
  'idtoken',
  'authtoken',
  'resettoken',
  'csrftoken',
  'authenticitytoken',
  'jwt',
  'sessionid',
  'jsessionid',
  'phpsessid',
  'cardnumber',
  'creditcard',
  'cvv',
  'cvc',
]);

/** `user%5Bnew_password%5D` is `newpassword`: a form's own brackets name the field last. */
const isSecretName = (name: string): boolean => {
  const parts = name.replace(/%5B/gi, '[').replace(/%5D/gi, ']').split('[');
  const field = parts.findLast(part => part !== '' && part !== ']') ?? '';
  return SECRET_PARAMETERS.has(field.toLowerCase().replace(/[^a-z]/g, ''));
};

/** Capacity of the name cache: a site uses few names, and a sender who invents names only evicts entries. */
const REMEMBERED_NAMES = 1_000;
const MAX_REMEMBERED_NAME_LENGTH = 64;
const knownNames = new Map<string, boolean>();

const isSecret = (name: string): boolean => {
  const known = knownNames.get(name);
  if (known !== undefined) return known;
  const secret = isSecretName(name);
  if (name.length <= MAX_REMEMBERED_NAME_LENGTH) {
    if (knownNames.size >= REMEMBERED_NAMES) knownNames.clear();
    knownNames.set(name, secret);
  }
  return secret;
};

const maskSecrets = (pair: string, sign: string, name: string, value: string): string =>
  value !== '' && isSecret(name) ? `${sign}${name}=${MASK}` : pair;

/**
 * An address of a page as it is stored: without user name and password, and with `***` for the values of
 * secret parameters in its path (`;jsessionid=`), its query and its fragment.
 */
export const withoutSecrets = (address: string): string => {
  const anonymous = address.includes('@') ? address.replace(/^(\s*https?:[\\/]*)[^\\/?#]*@/i, '$1') : address;
  if (!anonymous.includes('=')) return anonymous;
  const mark = anonymous.search(/[?#]/);
  const pathEnd = mark === -1 ? anonymous.length : mark;
  // Inside a query a question mark is a part of the value; after a path it ends the value.
  const path = anonymous.slice(0, pathEnd);
  return (
    (path.includes(';') ? path.replace(/(;)([^=;/]*)=([^;/]*)/g, maskSecrets) : path) +
    anonymous.slice(pathEnd).replace(/([?&;#])([^=?&;#]*)=([^&;#]*)/g, maskSecrets)
  );
};
