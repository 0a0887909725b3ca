import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server';
import { Failure } from '../http/failures.ts';
import { isLoopback } from '../platform/public-exposure.ts';
import { MINUTE } from '../platform/time.ts';
import type { NewPasskey, Passkey } from '../store/postgres/accounts/passkeys.ts';
import type { Owner } from '../store/postgres/accounts/second-factors.ts';

/** Passkeys by WebAuthn Level 3: what a browser is asked for, and the check of what it answers. */

/** Time in which an authenticator must answer. */
export const PASSKEY_CHALLENGE_LIFETIME_MS = 5 * MINUTE;

/** COSE numbers of the accepted signatures: ES256, EdDSA and RS256, which all authenticators know one of. */
const ALGORITHMS = [-7, -8, -257];

/** The library takes a fifth of a second to load, so only the first passkey loads it. */
const loadLibrary = () => import('@simplewebauthn/server');
const loadDecoder = () => import('@simplewebauthn/server/helpers');

/** The party for which passkeys are made: the program at its public address. */
export interface RelyingParty {
  /** Domain to which passkeys are bound. */
  readonly id: string;
  /** Origin of the console. */
  readonly origin: string;
}

/**
 * The relying party of a public address. Browsers make passkeys for domains over https, and for `localhost`, which
 * stands for every address of this machine.
 *
 * @returns null: passkeys cannot be used at this address
 */
export const relyingPartyOf = (publicUrl: string): RelyingParty | null => {
  const { protocol, hostname, port, origin } = new URL(publicUrl);
  if (isLoopback(hostname))
    return { id: 'localhost', origin: `${protocol}//localhost${port === '' ? '' : `:${port}`}` };
  if (protocol !== 'https:' || hostname.startsWith('[') || isIP(hostname) !== 0) return null;
  return { id: hostname, origin };
};

/** @throws {Failure} `passkeys_unavailable` */
export const requireRelyingParty = ({ publicUrl }: { readonly publicUrl: string }): RelyingParty => {
  const party = relyingPartyOf(publicUrl);
  if (party === null) throw new Failure('passkeys_unavailable');
  return party;
};

/** What a challenge is bound to: a session by its id, or a sign-in by the hash of its token. */
export const boundToSession = (family: string): string => `session:${family}`;
export const boundToSignIn = (hash: Buffer): string => `sign-in:${hash.toString('hex')}`;

/** Number of a user for authenticators, which says nothing about the user. */
const userHandleOf = (key: string, { companyId, userId }: Owner): Buffer =>
  createHmac('sha256', key).update(`passkey user ${companyId}/${userId}`).digest();

const describe = ({ credentialId, transports }: Passkey) => ({
  id: credentialId.toString('base64url'),
  // Words of the browser that registered it; unknown ones are ignored by browsers.
  transports: transports as NonNullable<WebAuthnCredential['transports']>,
});

/** What a browser is asked for: its options as JSON, and the challenge in them. */
export interface PasskeyRequest {
  readonly options: string;
  readonly challenge: string;
}

/**
 * Creates the options with which a browser makes a passkey.
 *
 * @param present passkeys of the user, whose authenticators make no second one
 */
export const requestRegistration = async (
  { id }: RelyingParty,
  key: string,
  owner: Owner & { readonly name: string; readonly account: string },
  present: readonly Passkey[],
): Promise<PasskeyRequest> => {
  const { generateRegistrationOptions } = await loadLibrary();
  const options = await generateRegistrationOptions({
    rpName: 'Touchpath',
    rpID: id,
    userID: new Uint8Array(userHandleOf(key, owner)),
    userName: owner.account,
    userDisplayName: owner.name,
    timeout: PASSKEY_CHALLENGE_LIFETIME_MS,
    attestationType: 'none',
    excludeCredentials: present.map(describe),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return { options: JSON.stringify(options), challenge: options.challenge };
};

/** Creates the options with which a browser signs by one of some passkeys. */
export const requestAssertion = async (
  { id }: RelyingParty,
  passkeys: readonly Passkey[],
): Promise<PasskeyRequest> => {
  const { generateAuthenticationOptions } = await loadLibrary();
  const options = await generateAuthenticationOptions({
    rpID: id,
    timeout: PASSKEY_CHALLENGE_LIFETIME_MS,
    allowCredentials: passkeys.map(describe),
    userVerification: 'required',
  });
  return { options: JSON.stringify(options), challenge: options.challenge };
};

/** Reads what a browser sent; whatever is not as the standard says fails the check that follows. */
const parse = <Answer>(credential: string): Answer => JSON.parse(credential) as Answer;

/**
 * Refuses statements about the model of an authenticator. None was requested, and their certificates name addresses
 * that the library would call.
 */
const requireNoCertificate = async ({ response }: RegistrationResponseJSON): Promise<void> => {
  const { decodeAttestationObject, isoBase64URL } = await loadDecoder();
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const format = attestation.get('fmt');
  const isSelfSigned = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
  if (format !== 'none' && !isSelfSigned) throw new Error(`Unexpected attestation: ${format}`);
};

/** A transport has a short name; other values are not stored. */
const TRANSPORT = /^[a-z-]{1,20}$/;

/**
 * Checks the answer of a browser that made a passkey.
 *
 * @param credential JSON of the credential
 * @returns null: it is refused: malformed, for another challenge, origin or domain, or without a check of the user
 */
export const verifyRegistration = async (
  { id, origin }: RelyingParty,
  challenge: string,
  credential: string,
): Promise<Omit<NewPasskey, 'name'> | null> => {
  try {
    const response = parse<RegistrationResponseJSON>(credential);
    await requireNoCertificate(response);
    const { verifyRegistrationResponse } = await loadLibrary();
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return null;
    const made = registrationInfo.credential;
    return {
      credentialId: Buffer.from(made.id, 'base64url'),
      publicKey: Buffer.from(made.publicKey),
      counter: made.counter,
      transports: (made.transports ?? []).filter(name => TRANSPORT.test(name)).slice(0, 10),
    };
  } catch {
    return null;
  }
};

/**
 * Checks the answer of a browser that signed by one of some passkeys.
 *
 * @param credential JSON of the credential
 * @returns the passkey and its new counter; null: it is refused, as by `verifyRegistration`, or the passkey is not one of
 *   them, or its counter has gone back
 */
export const verifyAssertion = async (
  { id, origin }: RelyingParty,
  challenge: string,
  credential: string,
  passkeys: readonly Passkey[],
): Promise<{ readonly id: number; readonly counter: number } | null> => {
  try {
    const response = parse<AuthenticationResponseJSON>(credential);
    const used = passkeys.find(one => one.credentialId.toString('base64url') === response.id);
    if (used === undefined) return null;
    const { verifyAuthenticationResponse } = await loadLibrary();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: { ...describe(used), publicKey: new Uint8Array(used.publicKey), counter: used.counter },
    });
    return verified ? { id: used.id, counter: authenticationInfo.newCounter } : null;
  } catch {
    return null;
  }
};
