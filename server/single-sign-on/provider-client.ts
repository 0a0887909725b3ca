import * as oidc from 'openid-client';
import type { Clock } from '../platform/clock.ts';
import { SECOND } from '../platform/time.ts';
import { UnusableAnswer, type ProviderFetch } from './provider-fetch.ts';

/** OpenID Connect with one identity provider: authorization code flow with PKCE (openid-client). */

/** Time by which the clocks of provider and installation may differ, in seconds. */
const CLOCK_TOLERANCE_S = 30;

export interface ProviderAccess {
  readonly issuer: string;
  readonly clientId: string;
  /** '': a public client. */
  readonly clientSecret: string;
  readonly scopes: string;
}

export interface ClientParts {
  readonly fetch: ProviderFetch;
  readonly clock: Clock;
  /** Whether endpoints without TLS are allowed. */
  readonly allowPlain: boolean;
}

/** What binds an answer of the provider to the request. */
export interface RequestProof {
  readonly state: string;
  readonly nonce: string;
  /** PKCE code verifier. */
  readonly verifier: string;
}

/** Authenticates by the header where the provider supports it, which is the default of the standard, else in the body. */
const secretAuthentication = (secret: string): oidc.ClientAuth => {
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported;
    const authenticate = methods === undefined || methods.includes('client_secret_basic') ? basic : post;
    authenticate(server, ...rest);
  };
};

/**
 * Reads the discovery document of a provider. It is read for each sign-in, so that new endpoints and keys are used at
 * once.
 *
 * @throws an error of the library or of the connection
 */
export const discover = async (
  { fetch, clock, allowPlain }: ClientParts,
  { issuer, clientId, clientSecret }: ProviderAccess,
): Promise<oidc.Configuration> => {
  const configuration = await oidc.discovery(
    new URL(issuer),
    clientId,
    // The tokens' times are compared with the program's clock.
    {
      [oidc.clockSkew]: Math.round((clock.now() - Date.now()) / SECOND),
      [oidc.clockTolerance]: CLOCK_TOLERANCE_S,
    },
    clientSecret === '' ? oidc.None() : secretAuthentication(clientSecret),
    {
      [oidc.customFetch]: fetch as oidc.CustomFetch,
      execute: [
        // Without this the library trusts TLS in place of the signature of an ID token.
        oidc.enableNonRepudiationChecks,
        ...(allowPlain ? [oidc.allowInsecureRequests] : []),
      ],
    },
  );
  // The library accepts issuers of Entra ID that stand for all tenants, whose administrators may state any address.
  if (new URL(configuration.serverMetadata().issuer).href !== new URL(issuer).href)
    throw new UnusableAnswer('the issuer differs');
  return configuration;
};

/** The address to which a browser is sent to sign in. */
export const authorizationUrl = async (
  configuration: oidc.Configuration,
  { scopes }: Pick<ProviderAccess, 'scopes'>,
  { state, nonce, verifier }: RequestProof,
  redirectUrl: string,
): Promise<URL> =>
  oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUrl,
    scope: scopes,
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });

/** The claims of a user, of which the signature, issuer, audience, times and nonce were verified. */
export type VerifiedClaims = Readonly<Record<string, unknown>> & { readonly sub: string };

/**
 * Exchanges the code of an answer for the claims of the user. Claims that the ID token lacks are read from the user
 * info endpoint.
 *
 * @param currentUrl address to which the provider sent the browser
 * @throws an error of the library or of the connection
 */
export const readClaimsOf = async (
  configuration: oidc.Configuration,
  currentUrl: URL,
  { state, nonce, verifier }: RequestProof,
): Promise<VerifiedClaims> => {
  const tokens = await oidc.authorizationCodeGrant(configuration, currentUrl, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new Error('the provider sent no ID token');
  if (claims['email'] !== undefined || configuration.serverMetadata().userinfo_endpoint === undefined)
    return claims;
  const more = await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub);
  return { ...more, ...claims };
};
