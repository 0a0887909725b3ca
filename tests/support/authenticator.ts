import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** A naive authenticator with the browser in front of it, written from WebAuthn Level 3, RFC 9052 and RFC 8949. */

const head = (major: number, size: number): Buffer => {
  if (size < 24) return Buffer.from([(major << 5) | size]);
  if (size < 256) return Buffer.from([(major << 5) | 24, size]);
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
};

type Item = number | string | Buffer | readonly Item[] | ReadonlyMap<number | string, Item>;
/** The statement of an authenticator about itself. */
export type Statement = ReadonlyMap<string, Item>;
const encode = (item: Item): Buffer => {
  if (typeof item === 'number') return item < 0 ? head(1, -1 - item) : head(0, item);
  if (typeof item === 'string') return Buffer.concat([head(3, Buffer.byteLength(item)), Buffer.from(item)]);
  if (Buffer.isBuffer(item)) return Buffer.concat([head(2, item.length), item]);
  if (Array.isArray(item)) return Buffer.concat([head(4, item.length), ...item.map(encode)]);
  const pairs = [...(item as ReadonlyMap<number | string, Item>)].flat().map(encode);
  return Buffer.concat([head(5, pairs.length / 2), ...pairs]);
};

const sha256 = (text: Buffer | string): Buffer => createHash('sha256').update(text).digest();
const coordinate = (key: KeyObject, name: 'x' | 'y'): Buffer =>
  Buffer.from(String(key.export({ format: 'jwk' })[name]), 'base64url');

const KINDS = {
  ES256: {
    make: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    coseKey: (key: KeyObject) =>
      new Map<number, Item>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, coordinate(key, 'x')],
        [-3, coordinate(key, 'y')],
      ]),
    digest: 'sha256',
  },
  EdDSA: {
    make: () => generateKeyPairSync('ed25519'),
    coseKey: (key: KeyObject) =>
      new Map<number, Item>([
        [1, 1],
        [3, -8],
        [-1, 6],
        [-2, coordinate(key, 'x')],
      ]),
    digest: null,
  },
} as const;

/** What an honest browser or authenticator would not do. */
export interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly isUserVerified?: boolean;
  readonly isUserPresent?: boolean;
  /** Number of signatures that it states. */
  readonly counter?: number;
  /** ID of the credential that it claims to use. */
  readonly id?: string;
  /** Format and statement about the authenticator, which may sign what it made with the new key or another one. */
  readonly attestation?: {
    readonly format: string;
    readonly statementOf: (made: Buffer, key: KeyObject) => Statement;
  };
}

const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const HAS_CREDENTIAL = 64;

/** Makes an authenticator with one credential. @param counts whether it counts its signatures, as security keys do */
export const createAuthenticator = (
  origin: string,
  { kind = 'ES256', counts = true }: { readonly kind?: keyof typeof KINDS; readonly counts?: boolean } = {},
) => {
  const { make, coseKey, digest } = KINDS[kind];
  const { publicKey, privateKey } = make();
  const id = randomBytes(32);
  let signatures = 0;

  const clientData = (type: string, challenge: string, over: Deviation): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: over.type ?? type,
        challenge: over.challenge ?? challenge,
        origin: over.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const authenticatorData = (rpId: string, over: Deviation, credential: Buffer): Buffer => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(over.counter ?? signatures);
    const flags =
      (over.isUserPresent === false ? 0 : USER_PRESENT) +
      (over.isUserVerified === false ? 0 : USER_VERIFIED) +
      (credential.length === 0 ? 0 : HAS_CREDENTIAL);
    return Buffer.concat([sha256(over.rpId ?? rpId), Buffer.from([flags]), counter, credential]);
  };
  const credentialJson = (response: object, over: Deviation): string => {
    const own = over.id ?? id.toString('base64url');
    return JSON.stringify({
      id: own,
      rawId: own,
      type: 'public-key',
      clientExtensionResults: {},
      response,
    });
  };

  return {
    id: id.toString('base64url'),
    /** Answers `navigator.credentials.create()` for options in JSON, with the credential in JSON. */
    register: (options: string, over: Deviation = {}): string => {
      const { rp, challenge } = JSON.parse(options) as { rp: { id: string }; challenge: string };
      const size = Buffer.from([id.length >> 8, id.length & 255]);
      const credential = Buffer.concat([Buffer.alloc(16), size, id, encode(coseKey(publicKey))]);
      const { format, statementOf } = over.attestation ?? { format: 'none', statementOf: () => new Map() };
      const data = authenticatorData(rp.id, over, credential);
      const client = clientData('webauthn.create', challenge, over);
      const attestation = new Map<string, Item>([
        ['fmt', format],
        ['attStmt', statementOf(Buffer.concat([data, sha256(client)]), privateKey)],
        ['authData', data],
      ]);
      return credentialJson(
        {
          clientDataJSON: client.toString('base64url'),
          attestationObject: encode(attestation).toString('base64url'),
          transports: ['internal', 'hybrid', 'ビーム'],
        },
        over,
      );
    },
    /** Answers `navigator.credentials.get()` for options in JSON, with the credential in JSON. */
    sign: (options: string, over: Deviation = {}): string => {
      const { rpId, challenge } = JSON.parse(options) as { rpId: string; challenge: string };
      if (counts) signatures += 1;
      const data = authenticatorData(rpId, over, Buffer.alloc(0));
      const client = clientData('webauthn.get', challenge, over);
      const signature = sign(digest, Buffer.concat([data, sha256(client)]), privateKey);
      return credentialJson(
        {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
        over,
      );
    },
  };
};
export type Authenticator = ReturnType<typeof createAuthenticator>;
