import { trimEndOf } from './trim-end.ts';

/** A setting is invalid; the message is one line with the name of the variable and the remedy. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads a variable without surrounding spaces; undefined: unset or empty. */
export const readText = (environment: Environment, name: string): string | undefined =>
  environment[name]?.trim() || undefined;

/** Reads an integer. @param fallback value if the variable is unset @throws {SettingError} */
export const readInteger = (
  environment: Environment,
  name: string,
  fallback: number,
  [min, max]: readonly [min: number, max: number],
): number => {
  const text = readText(environment, name) ?? String(fallback);
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < min || number > max)
    throw new SettingError(`${name}=${text} is not a whole number from ${min} to ${max}.`);
  return number;
};

/** Reads one of several words. @param fallback value if the variable is unset @throws {SettingError} */
export const readWord = <const Word extends string>(
  environment: Environment,
  name: string,
  words: readonly Word[],
  fallback: Word,
): Word => {
  const text = readText(environment, name) ?? fallback;
  const word = words.find(w => w === text);
  if (word === undefined) throw new SettingError(`${name}=${text} is not one of ${words.join(', ')}.`);
  return word;
};

/** Reads a switch, 0 or 1; default off. @throws {SettingError} */
export const readFlag = (environment: Environment, name: string): boolean =>
  readWord(environment, name, ['0', '1'], '0') === '1';

/** A URL of one of the protocols, without a trailing slash. @param what begins the message @throws {SettingError} */
export const parseUrl = (text: string, what: string, protocols: readonly string[]): string => {
  const protocol = URL.canParse(text) ? new URL(text).protocol : null;
  if (protocol === null || !protocols.includes(protocol)) {
    // The text may contain a password, so the message does not repeat it.
    throw new SettingError(
      `${what} is not a URL that starts with ${protocols.map(p => `${p}//`).join(' or ')}.`,
    );
  }
  return trimEndOf(text, '/');
};

/** Reads a URL of one of the protocols, without a trailing slash; null: unset. @throws {SettingError} */
export const readUrl = (
  environment: Environment,
  name: string,
  protocols: readonly string[],
): string | null => {
  const text = readText(environment, name);
  return text === undefined ? null : parseUrl(text, name, protocols);
};

/**
 * Reads a URL as {@link readUrl} does, which must name a host: without one, a client would use this machine.
 * @throws {SettingError}
 */
export const readServerUrl = (
  environment: Environment,
  name: string,
  protocols: readonly string[],
): string | null => {
  const url = readUrl(environment, name, protocols);
  if (url !== null && (!URL.canParse(url) || new URL(url).hostname === ''))
    throw new SettingError(`${name} names no server: write ${protocols[0]}//HOST.`);
  return url;
};

/** Reads a mail address, alone or in angle brackets after a name. @throws {SettingError} */
export const readSender = (environment: Environment, name: string, fallback: string): string => {
  const text = readText(environment, name) ?? fallback;
  if (!/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text)) {
    throw new SettingError(
      `${name} is not an email address: write name@example.com or Name <name@example.com>.`,
    );
  }
  return text;
};

/** Reads a bearer token; null: unset. The message of an error does not repeat it. @throws {SettingError} */
export const readBearerToken = (environment: Environment, name: string): string | null => {
  const text = readText(environment, name) ?? null;
  if (text !== null && !/^[\w.~+/-]{16,512}={0,2}$/.test(text)) {
    throw new SettingError(
      `${name} is not a valid token: use 16 to 512 characters of A-Z, a-z, 0-9 and -._~+/ (generate one with openssl rand -hex 32).`,
    );
  }
  return text;
};
