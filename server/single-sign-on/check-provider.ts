import * as oidc from 'openid-client';
import { RefusedAddress } from '../results/egress.ts';
import { discover, type ClientParts, type ProviderAccess } from './provider-client.ts';
import { UnusableAnswer } from './provider-fetch.ts';

/** Check of an identity provider's settings: what would keep a sign-in from succeeding. */

export const PROVIDER_PROBLEMS = [
  'address_refused',
  'unreachable',
  'no_discovery',
  'issuer_differs',
  'no_code_flow',
  'no_keys',
  'client_refused',
] as const;
export type ProviderProblem = (typeof PROVIDER_PROBLEMS)[number];

const causesOf = (error: unknown): unknown[] => {
  const causes: unknown[] = [];
  for (let cause = error; cause instanceof Error && causes.length < 5; cause = cause.cause)
    causes.push(cause);
  return causes;
};

/** Why a discovery document could not be read. */
const problemOfDiscovery = (error: unknown): ProviderProblem => {
  const causes = causesOf(error);
  if (causes.some(cause => cause instanceof RefusedAddress)) return 'address_refused';
  const messages = causes.map(cause => (cause as Error).message);
  if (messages.some(message => message.includes('issuer'))) return 'issuer_differs';
  if (causes.some(cause => cause instanceof UnusableAnswer)) return 'unreachable';
  const code = (error as { readonly code?: unknown }).code;
  const isAnswer = typeof code === 'string' && code.startsWith('OAUTH_') && code !== 'OAUTH_TIMEOUT';
  return isAnswer ? 'no_discovery' : 'unreachable';
};

/** Whether the provider publishes a key with which it could sign an ID token. */
const hasKeys = async ({ fetch }: ClientParts, address: string | undefined): Promise<boolean> => {
  if (address === undefined) return false;
  try {
    const { keys } = (await (await fetch(address, {})).json()) as { readonly keys?: unknown };
    return Array.isArray(keys) && keys.some(key => (key as { kty?: unknown } | null)?.kty !== 'oct');
  } catch {
    return false;
  }
};

/** Whether the provider refuses the client: it is asked to exchange a code that it never gave. */
const isClientRefused = async (configuration: oidc.Configuration, redirectUrl: string): Promise<boolean> => {
  const answer = new URL(redirectUrl);
  answer.search = new URLSearchParams({
    code: 'check',
    state: 'check',
    iss: configuration.serverMetadata().issuer,
  }).toString();
  try {
    await oidc.authorizationCodeGrant(configuration, answer, {
      expectedState: 'check',
      pkceCodeVerifier: oidc.randomPKCECodeVerifier(),
    });
    return false;
  } catch (error) {
    return (
      (error instanceof oidc.ResponseBodyError && error.error === 'invalid_client') ||
      error instanceof oidc.WWWAuthenticateChallengeError
    );
  }
};

/**
 * Checks a provider by its discovery document, its keys, and the credentials of this installation.
 *
 * @returns the first problem; null: none was found
 */
export const checkProvider = async (
  parts: ClientParts,
  access: ProviderAccess,
  redirectUrl: string,
): Promise<ProviderProblem | null> => {
  let configuration: oidc.Configuration;
  try {
    configuration = await discover(parts, access);
  } catch (error) {
    return problemOfDiscovery(error);
  }
  const server = configuration.serverMetadata();
  const types = server.response_types_supported;
  const hasCodeFlow =
    server.authorization_endpoint !== undefined &&
    server.token_endpoint !== undefined &&
    (types === undefined || types.includes('code'));
  if (!hasCodeFlow) return 'no_code_flow';
  if (!(await hasKeys(parts, server.jwks_uri))) return 'no_keys';
  return (await isClientRefused(configuration, redirectUrl)) ? 'client_refused' : null;
};
