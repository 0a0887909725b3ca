import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { CLIENT } from './identity-provider.ts';

/** A provider that answers what a test states: it forges tokens, documents and answers. */

type Key = Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];

/** The ID token that is right, of which a forger changes something. */
export interface HonestToken {
  readonly header: { readonly alg: string; readonly kid: string };
  readonly claims: JWTPayload;
  readonly key: Key;
}
export type Forger = (token: HonestToken) => Promise<string>;

export const sign = ({ header, claims, key }: HonestToken): Promise<string> =>
  new SignJWT(claims).setProtectedHeader(header).sign(key);

/** Encodes a token without a signature. */
export const unsigned = (header: object, claims: object): string =>
  `${[header, claims].map(part => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`;

export interface HostileProvider {
  readonly issuer: string;
  /** Claims of the person who signs in. */
  claims: JWTPayload;
  /** Makes the ID token; default: the honest one. */
  forge: Forger;
  /** Changes the discovery document. */
  describe: (document: Readonly<Record<string, unknown>>) => object;
  /** Answers a path in place of the provider. */
  readonly answers: Map<
    string,
    { readonly status: number; readonly headers?: object; readonly body: string }
  >;
  /** Number of codes that were exchanged. */
  exchanges: number;
  /** The query with which the browser is sent back. */
  visit(address: string): string;
  close(): Promise<void>;
}

const json = (body: object) => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** @param now clock of the provider in milliseconds */
export const startHostileProvider = async (now: () => number): Promise<HostileProvider> => {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const header = { alg: 'RS256', kid: 'honest' };
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const nonces = new Map<string, string>();

  const tokensFor = async (code: string) => {
    provider.exchanges += 1;
    const iat = Math.floor(now() / 1000);
    const claims = {
      iss: issuer,
      aud: CLIENT.id,
      iat,
      exp: iat + 300,
      nonce: nonces.get(code) ?? '',
      ...provider.claims,
    };
    return json({
      access_token: 'an access token',
      token_type: 'Bearer',
      id_token: await provider.forge({ header, claims, key: privateKey }),
    });
  };

  const answerTo = async (path: string, body: string) => {
    const stated = provider.answers.get(path);
    if (stated !== undefined) return stated;
    if (path === '/.well-known/openid-configuration')
      return json(
        provider.describe({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          response_types_supported: ['code'],
          id_token_signing_alg_values_supported: ['RS256'],
          subject_types_supported: ['public'],
        }),
      );
    if (path === '/keys') return json({ keys: [{ ...(await exportJWK(publicKey)), ...header, use: 'sig' }] });
    if (path === '/token') return tokensFor(new URLSearchParams(body).get('code') ?? '');
    return { status: 404, body: '' };
  };

  server.on('request', (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      answerTo(request.url ?? '', Buffer.concat(parts).toString()).then(
        answer => response.writeHead(answer.status, { ...answer.headers }).end(answer.body),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
    });
  });

  const provider: HostileProvider = {
    issuer,
    claims: {},
    forge: sign,
    describe: document => document,
    answers: new Map(),
    exchanges: 0,
    visit: address => {
      const { searchParams } = new URL(address);
      const code = `code-${nonces.size + 1}`;
      nonces.set(code, searchParams.get('nonce') ?? '');
      return new URLSearchParams({ code, state: searchParams.get('state') ?? '' }).toString();
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
  return provider;
};
