import { createHmac, createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  boundToSession,
  boundToSignIn,
  relyingPartyOf,
  requestAssertion,
  requestRegistration,
  requireRelyingParty,
  verifyAssertion,
  verifyRegistration,
} from '../../../server/accounts/passkeys.ts';
import type { Passkey } from '../../../server/store/postgres/accounts/passkeys.ts';
import { createAuthenticator, type Deviation, type Statement } from '../../support/authenticator.ts';

const PARTY = { id: 'localhost', origin: 'http://localhost:3000' };
const OWNER = { companyId: 1, userId: 11, name: '花子', account: 'a@acme.example (acme)' };
const KEY = 'k'.repeat(43);
/** A certificate of an authenticator's maker, and its key: WebAuthn, 8.2.1. */
const CERTIFICATE = Buffer.from(
  'MIIBlDCCATmgAwIBAgIBATAKBggqhkjOPQQDAjBJMQswCQYDVQQGEwJKUDEKMAgGA1UECgwBVDEiMCAGA1UECwwZ' +
    'QXV0aGVudGljYXRvciBBdHRlc3RhdGlvbjEKMAgGA1UEAwwBVDAgFw0wMDAxMDEwMDAwMDBaGA8yMTAwMDEwMTAw' +
    'MDAwMFowSTELMAkGA1UEBhMCSlAxCjAIBgNVBAoMAVQxIjAgBgNVBAsMGUF1dGhlbnRpY2F0b3IgQXR0ZXN0YXRp' +
    'b24xCjAIBgNVBAMMAVQwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARTpYKBUmMvuSbjA5I/zN6nDPWwP2UJE7Bh' +
    'gHYKRsm3aRSiMZ3VOAjHRnLgh41bKwi3O0Ie1UrW47S2OmLw+5v7oxAwDjAMBgNVHRMBAf8EAjAAMAoGCCqGSM49' +
    'BAMCA0kAMEYCIQD4wbmnyPyqQYj0JdvJrC4PSgZSCzTwD+lKlVJK3SduDwIhAMafWIQBdQoS2Kga+hYQt215EeVL' +
    'Hi+M472HH0fxEX9N',
  'base64',
);
const MAKER_KEY = createPrivateKey({
  key: Buffer.from(
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg0fk5F8IpiKYgLdOR/9wNHYb9FyV1xgk4i36Ijudj' +
      '9QyhRANCAARTpYKBUmMvuSbjA5I/zN6nDPWwP2UJE7BhgHYKRsm3aRSiMZ3VOAjHRnLgh41bKwi3O0Ie1UrW47S2' +
      'OmLw+5v7',
    'base64',
  ),
  format: 'der',
  type: 'pkcs8',
});

const authenticator = createAuthenticator(PARTY.origin);
const request = (owner = OWNER, key = KEY, present: readonly Passkey[] = []) =>
  requestRegistration(PARTY, key, owner, present);
const registered = async (made = authenticator, over: Deviation = {}) => {
  const { options, challenge } = await request();
  return verifyRegistration(PARTY, challenge, made.register(options, over));
};
const passkeyOf = async (made = authenticator, id = 7): Promise<Passkey> => {
  const answer = await registered(made);
  if (answer === null) throw new Error('A right answer was refused.');
  return { ...answer, id, name: '鍵', createdAt: new Date(0), lastUsedAt: null };
};

describe('passkeys', () => {
  it.each([
    ['http://localhost:3000', PARTY],
    ['http://127.0.0.1:8080/console', { id: 'localhost', origin: 'http://localhost:8080' }],
    ['https://[::1]', { id: 'localhost', origin: 'https://localhost' }],
    ['https://a.example:8443/x', { id: 'a.example', origin: 'https://a.example:8443' }],
    ['http://a.example', null],
    ['https://192.0.2.7', null],
    ['https://[2001:db8::1]', null],
  ])('at the public address %s are for %j', (publicUrl, party) => {
    expect(relyingPartyOf(publicUrl)).toEqual(party);
  });

  it('are refused where browsers make none', () => {
    expect(requireRelyingParty({ publicUrl: PARTY.origin })).toEqual(PARTY);
    expect(() => requireRelyingParty({ publicUrl: 'http://a.example' })).toThrow(
      expect.objectContaining({ code: 'passkeys_unavailable' }) as Error,
    );
  });

  it('are asked for in one session or one sign-in', () => {
    const [first, second] = [Buffer.from('aa', 'hex'), Buffer.from('ab', 'hex')];
    const bounds = [boundToSession('aa'), boundToSession('ab'), boundToSignIn(first), boundToSignIn(second)];
    expect(new Set(bounds).size).toBe(4);
  });
});

describe('the registration of a passkey', () => {
  it('asks for an authenticator that checks its user and does not name its model', async () => {
    const { options, challenge } = await request();
    expect(JSON.parse(options)).toMatchObject({
      challenge,
      rp: { id: 'localhost', name: 'Touchpath' },
      user: { name: 'a@acme.example (acme)', displayName: '花子' },
      // ES256, EdDSA and RS256.
      pubKeyCredParams: [-7, -8, -257].map(alg => ({ type: 'public-key', alg })),
      timeout: 300_000,
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    });
    expect((await request()).challenge).not.toBe(challenge);
  });

  it('names a user by a number that is always the same, and tells nothing without the key', async () => {
    const numberOf = async (...args: Parameters<typeof request>) =>
      (JSON.parse((await request(...args)).options) as { readonly user: { readonly id: string } }).user.id;
    // An authenticator keeps one passkey for each number: with another form it would keep two of a user.
    const expected = createHmac('sha256', KEY).update('passkey user 1/11').digest('base64url');
    expect(await numberOf()).toBe(expected);
    const others = [
      await numberOf({ ...OWNER, companyId: 11, userId: 1 }),
      await numberOf(OWNER, 'another key'),
    ];
    expect(others).not.toContain(expected);
  });

  it('names the passkeys that the user has', async () => {
    const present = { ...(await passkeyOf()), transports: ['usb'] };
    const { options } = await request(OWNER, KEY, [present]);
    expect(JSON.parse(options)).toMatchObject({
      excludeCredentials: [{ id: authenticator.id, type: 'public-key', transports: ['usb'] }],
    });
  });

  it('stores key, counter and what browsers call transports', async () => {
    const { options, challenge } = await request();
    const made = createAuthenticator(PARTY.origin);
    const credential = JSON.parse(made.register(options, { counter: 3 })) as {
      readonly response: { transports?: readonly string[] };
    };
    const transportsOf = async (transports: readonly string[] | undefined) => {
      if (transports === undefined) delete credential.response.transports;
      else credential.response.transports = transports;
      return (await verifyRegistration(PARTY, challenge, JSON.stringify(credential)))?.transports;
    };
    expect(await verifyRegistration(PARTY, challenge, JSON.stringify(credential))).toEqual({
      credentialId: Buffer.from(made.id, 'base64url'),
      publicKey: expect.any(Buffer) as Buffer,
      counter: 3,
      transports: ['internal', 'hybrid'],
    });
    expect(await transportsOf(undefined)).toEqual([]);
    const name = 'smart-card';
    const [full, long] = ['x'.repeat(20), 'x'.repeat(21)];
    expect(await transportsOf([name, full, long, '', 'usb 1', '1 usb', 'USB'])).toEqual([name, full]);
    expect(await transportsOf(Array.from({ length: 11 }, () => 'usb'))).toHaveLength(10);
  });

  const statement = (pairs: readonly (readonly [string, Buffer | number | readonly Buffer[]])[]): Statement =>
    new Map(pairs);
  const signed = (made: Buffer, key: KeyObject): readonly [string, Buffer] => [
    'sig',
    sign('sha256', made, key),
  ];
  const packed = (statementOf: (made: Buffer, key: KeyObject) => Statement): Deviation => ({
    attestation: { format: 'packed', statementOf },
  });

  it('takes what an authenticator signed by the new key itself', async () => {
    const own = packed((made, key) => statement([['alg', -7], signed(made, key)]));
    expect(await registered(authenticator, own)).not.toBeNull();
  });

  it.each<[string, Deviation]>([
    ['another origin', { origin: 'http://localhost:3001' }],
    ['the same host over https', { origin: 'https://localhost:3000' }],
    ['an origin that begins alike', { origin: `${PARTY.origin}.evil.example` }],
    ['another domain', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'A'.repeat(43) }],
    ['an answer to another question', { type: 'webauthn.get' }],
    ['no check of the user', { isUserVerified: false }],
    ['an absent user', { isUserPresent: false }],
    [
      // The library would accept it.
      'a right certificate of the authenticator',
      packed(made => statement([['alg', -7], signed(made, MAKER_KEY), ['x5c', [CERTIFICATE]]])),
    ],
    ['a statement signed by another key', packed(made => statement([['alg', -7], signed(made, MAKER_KEY)]))],
    ['an unknown attestation', { attestation: { format: 'tpm', statementOf: () => statement([]) } }],
  ])('is refused with %s', async (_what, over) => {
    expect(await registered(authenticator, over)).toBeNull();
  });

  it.each(['x', '{}', 'null', '{"id":1,"response":null}', '[]', '"é"'])(
    'is refused with %s',
    async credential => {
      expect(await verifyRegistration(PARTY, 'challenge', credential)).toBeNull();
    },
  );
});

describe('an answer by a passkey', () => {
  it('is asked for with those of the user, whose authenticator checks its user', async () => {
    const { options, challenge } = await requestAssertion(PARTY, [await passkeyOf()]);
    expect(JSON.parse(options)).toMatchObject({
      challenge,
      rpId: 'localhost',
      timeout: 300_000,
      userVerification: 'required',
      allowCredentials: [{ id: authenticator.id, type: 'public-key', transports: ['internal', 'hybrid'] }],
    });
    expect((await requestAssertion(PARTY, [])).challenge).not.toBe(challenge);
  });

  const second = createAuthenticator(PARTY.origin, { kind: 'EdDSA' });
  /** What an authenticator signed, checked with the passkeys 7, of `authenticator`, and 8, of `second`. */
  const check = async (made: typeof authenticator, over: Deviation = {}, counter = 0) => {
    const passkeys = [
      { ...(await passkeyOf()), counter },
      { ...(await passkeyOf(second, 8)), counter },
    ];
    const { options, challenge } = await requestAssertion(PARTY, passkeys);
    return verifyAssertion(PARTY, challenge, made.sign(options, over), passkeys);
  };

  it('names the passkey that signed and its new counter', async () => {
    expect(await check(authenticator, { counter: 5 }, 4)).toEqual({ id: 7, counter: 5 });
    expect(await check(second, { counter: 6 }, 4)).toEqual({ id: 8, counter: 6 });
    expect(await check(second, { counter: 0 })).toEqual({ id: 8, counter: 0 });
  });

  it.each<[string, Deviation]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://localhost:3001' }],
    ['another domain', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'A'.repeat(43) }],
    ['an answer to another question', { type: 'webauthn.create' }],
    ['no check of the user', { isUserVerified: false }],
    ['an absent user', { isUserPresent: false }],
    ['an unknown credential', { id: 'AAAA' }],
    ['the signature of another key', { id: second.id }],
    ['the counter of the last answer', { counter: 4 }],
    ['a lower counter', { counter: 3 }],
    ['no counter after one', { counter: 0 }],
  ])('is refused with %s', async (_what, over) => {
    expect(await check(authenticator, { counter: 5, ...over }, 4)).toBeNull();
  });

  it.each(['x', '{}', 'null', '{"id":null}', '[]'])('is refused with %s', async credential => {
    expect(await verifyAssertion(PARTY, 'challenge', credential, [await passkeyOf()])).toBeNull();
  });
});
