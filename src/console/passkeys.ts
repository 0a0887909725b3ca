import { isFailure, type Failure } from '../../machines/failure.ts';

/** Passkeys of the browser (WebAuthn). The library is loaded with the first one. */
const loadLibrary = () => import('@simplewebauthn/browser');

/** Reasons of browsers by the name of their error; all others are a refusal by the user, a time-out or a fault. */
const CODES: Readonly<Record<string, string>> = {
  InvalidStateError: 'passkey_exists',
  NotSupportedError: 'passkeys_unsupported',
  SecurityError: 'passkey_address',
};

const nameOf = (error: unknown): string => {
  if (!(error instanceof Error)) return '';
  // The library wraps the errors of the browser.
  return error.cause instanceof Error ? error.cause.name : error.name;
};

const refusalOf = (error: unknown): Failure =>
  isFailure(error) ? error : { kind: 'denied', code: CODES[nameOf(error)] ?? 'passkey_cancelled' };

type Library = Awaited<ReturnType<typeof loadLibrary>>;

/**
 * Asks the browser for a passkey.
 * @throws {Failure} `passkey_cancelled`, `passkey_exists`, `passkey_address`, `passkeys_unsupported`
 */
const askBrowser = async (
  signal: AbortSignal,
  ceremony: (library: Library) => Promise<object>,
): Promise<string> => {
  const library = await loadLibrary();
  if (!library.browserSupportsWebAuthn())
    throw { kind: 'denied', code: 'passkeys_unsupported' } satisfies Failure;
  const cancel = () => library.WebAuthnAbortService.cancelCeremony();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return JSON.stringify(await ceremony(library));
  } catch (error) {
    throw refusalOf(error);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};

/**
 * Makes a passkey.
 * @param options of the server, as JSON
 * @returns the credential as JSON
 * @throws {Failure} as `askBrowser`
 */
export const createPasskey = (options: string, signal: AbortSignal): Promise<string> =>
  askBrowser(signal, library =>
    library.startRegistration({
      optionsJSON: JSON.parse(options) as Parameters<Library['startRegistration']>[0]['optionsJSON'],
    }),
  );

/**
 * Signs by a passkey.
 * @param options of the server, as JSON
 * @returns the credential as JSON
 * @throws {Failure} as `askBrowser`
 */
export const signWithPasskey = (options: string, signal: AbortSignal): Promise<string> =>
  askBrowser(signal, library =>
    library.startAuthentication({
      optionsJSON: JSON.parse(options) as Parameters<Library['startAuthentication']>[0]['optionsJSON'],
    }),
  );
