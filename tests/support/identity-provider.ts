import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** An identity provider on the loopback interface, by the certified library `oidc-provider`. */

export const CLIENT = { id: 'touchpath', secret: 'a-client-secret-of-the-tests-0123456789' } as const;

/** The account that the provider's next sign-in is for. */
export interface ProviderAccount {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly groups?: readonly string[];
}

export interface LoopbackProvider {
  readonly issuer: string;
  /** The account that signs in from now on; null: the person cancels. */
  signInAs(account: ProviderAccount | null): void;
  /** Signs with another key from now on, and publishes only that. */
  rotateKeys(): void;
  /** Follows an address of the provider as a browser. @returns query with which the browser is sent back */
  visit(address: string): Promise<string>;
  close(): Promise<void>;
}

let keyNumber = 0;
const newKey = (): object => {
  keyNumber += 1;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), kid: `key ${keyNumber}`, use: 'sig', alg: 'RS256' };
};

const HOUR_S = 3600;

/** @param options.inIdToken whether the ID token has the claims; else the user info endpoint alone has them */
const createProvider = (
  issuer: string,
  redirectUrl: string,
  accounts: ReadonlyMap<string, ProviderAccount>,
  { inIdToken }: { readonly inIdToken: boolean },
): Provider =>
  new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUrl] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    conformIdTokenClaims: !inIdToken,
    cookies: { keys: ['a key of the tests'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => accounts.get(id) ?? { sub: id },
    }),
    interactions: { url: (_context: unknown, { uid }: { readonly uid: string }) => `/interaction/${uid}` },
    jwks: { keys: [newKey()] },
    pkce: { required: () => true },
    ttl: { AccessToken: HOUR_S, Grant: HOUR_S, IdToken: HOUR_S, Interaction: HOUR_S, Session: HOUR_S },
  });

/** Requests an address with the cookies of one browser, without following redirects. */
const createVisitor = () => {
  const cookies = new Map<string, string>();
  return async (address: string): Promise<string> => {
    const answer = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const header of answer.headers.getSetCookie()) {
      const [pair = ''] = header.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`);
    return new URL(location, address).href;
  };
};

/** Page on which the person signs in at the provider, or cancels, by its button. */
const PAGE =
  '<!doctype html><title>IdP</title><form method="post"><button>Sign in at the provider</button></form>';

interface Options {
  /** Whether the ID token has the claims; else the user info endpoint alone has them. */
  readonly inIdToken?: boolean;
  /** Whether the provider shows a page, for browsers; else it signs in without one. */
  readonly hasPage?: boolean;
}

/** @param redirectUrl address of the installation that is registered with the provider */
export const startIdentityProvider = async (
  redirectUrl: string,
  { inIdToken = true, hasPage = false }: Options = {},
): Promise<LoopbackProvider> => {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const accounts = new Map<string, ProviderAccount>();
  let account: ProviderAccount | null = null;
  let provider = createProvider(issuer, redirectUrl, accounts, { inIdToken });
  let handle = provider.callback();

  const interact = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (hasPage && request.method === 'GET') {
      response.setHeader('content-type', 'text/html').end(PAGE);
      return;
    }
    const { params } = await provider.interactionDetails(request, response);
    if (account === null) return provider.interactionFinished(request, response, { error: 'access_denied' });
    const grant = new provider.Grant({ accountId: account.sub, clientId: CLIENT.id });
    grant.addOIDCScope(String(params['scope']));
    const grantId = await grant.save();
    return provider.interactionFinished(request, response, {
      login: { accountId: account.sub },
      consent: { grantId },
    });
  };
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith('/interaction/') !== true) return handle(request, response);
    interact(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });

  return {
    issuer,
    signInAs: next => {
      account = next;
      if (next !== null) accounts.set(next.sub, next);
    },
    rotateKeys: () => {
      provider = createProvider(issuer, redirectUrl, accounts, { inIdToken });
      handle = provider.callback();
    },
    visit: async address => {
      const visit = createVisitor();
      let next = address;
      for (let step = 0; step < 10; step++) {
        next = await visit(next);
        if (next.startsWith(redirectUrl)) return new URL(next).search.slice(1);
      }
      throw new Error(`the provider did not send the browser back from ${next}`);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
};
