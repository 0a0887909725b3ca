import { createHmac, randomUUID } from 'node:crypto';
import { makeRefreshToken, noteSession, type Grant } from '../accounts/new-session.ts';
import { newToken, sha256 } from '../accounts/tokens.ts';
import type { Dependencies } from '../dependencies.ts';
import { CALLBACK_PATH, identityProviders } from '../entities/single-sign-on.ts';
import type { Client } from '../http/client.ts';
import { Failure } from '../http/failures.ts';
import type { Viewers } from '../http/visibility.ts';
import { isAddressAllowed } from '../platform/allowed-addresses.ts';
import { openText } from '../platform/sealed-secret.ts';
import { sealOwnerOf } from '../entities/sealing.ts';
import { accountOf } from '../store/postgres/accounts/accounts.ts';
import {
  findProvider,
  providerOfCode,
  type IdentityProvider,
} from '../store/postgres/accounts/identity-providers.ts';
import { beginSession } from '../store/postgres/accounts/refresh-tokens.ts';
import { consumeRequest, storeRequest } from '../store/postgres/accounts/user-identities.ts';
import { readPerson, type IdentifiedPerson } from './claims.ts';
import { identifyUser } from './identify-user.ts';
import {
  authorizationUrl,
  discover,
  readClaimsOf,
  type ClientParts,
  type ProviderAccess,
  type RequestProof,
} from './provider-client.ts';
import type { ProviderFetch } from './provider-fetch.ts';
import { REQUEST_LIFETIME_MS } from './sign-in-cookie.ts';
import { noAccount } from './no-account.ts';

/** Sign-in through the identity provider of a company. */

export type SignOnParts = Pick<Dependencies, 'db' | 'clock' | 'secrets' | 'settings' | 'log'> & {
  readonly viewers: Viewers;
  readonly fetch: ProviderFetch;
};

/** A sign-in that begins: where the browser goes, and the token of its cookie. */
export interface BegunSignIn {
  readonly address: string;
  readonly state: string;
  readonly browser: string;
}

/** What the browser brings back from the identity provider. */
export interface ReturnedSignIn {
  /** Query of the address to which the provider sent the browser. */
  readonly query: URLSearchParams;
  /** Token of the cookie; null: none. */
  readonly browser: string | null;
}

export const clientPartsOf = ({
  fetch,
  clock,
  settings,
}: Pick<SignOnParts, 'fetch' | 'clock' | 'settings'>): ClientParts => ({
  fetch,
  clock,
  allowPlain: settings.issuerAllowPrivate,
});

/** @throws {Failure} `provider_unreachable`: the key of the installation has changed, so the secret is lost */
export const accessOf = (
  { secrets }: Pick<SignOnParts, 'secrets'>,
  { issuer, clientId, clientSecret: sealed, requestedScopes: scopes }: IdentityProvider,
): ProviderAccess => {
  const clientSecret = openText(secrets.jwt, sealOwnerOf(identityProviders, 'client_secret'), sealed);
  if (clientSecret === null) throw new Failure('provider_unreachable');
  return { issuer, clientId, clientSecret, scopes };
};

/**
 * What binds the provider's answer to the request. Nonce and verifier follow from the browser's token and the
 * installation's key, so that the store has no secret of a sign-in.
 */
const proofOf = ({ secrets }: SignOnParts, state: string, browser: string): RequestProof => {
  const derive = (purpose: string) =>
    createHmac('sha256', secrets.jwt.current())
      .update(`single sign-on ${purpose} ${browser}`)
      .digest('base64url');
  return { state, nonce: derive('nonce'), verifier: derive('verifier') };
};

/** The redirect URI of this installation. */
export const redirectUrlOf = ({ settings }: Pick<SignOnParts, 'settings'>): string =>
  `${settings.publicUrl}${CALLBACK_PATH}`;

/** Maximum length, in characters, of what is logged of a provider's answer. */
const LOGGED_ANSWER_LENGTH = 300;

/** What is logged of an error: no tokens and no claims. `error` is what the provider answered, such as `access_denied`. */
const reasonOf = (failed: unknown): object => {
  const {
    name,
    message,
    cause,
    code,
    error,
    error_description: description,
  } = failed as Error & {
    readonly code?: unknown;
    readonly error?: unknown;
    readonly error_description?: unknown;
  };
  const inner = cause instanceof Error ? ` (${cause.name}: ${cause.message})` : '';
  const answer = [error, description].filter(text => typeof text === 'string').join(': ');
  return {
    reason: `${name}: ${message}${inner}`,
    ...(typeof code === 'string' && { code }),
    ...(answer !== '' && { error: answer.slice(0, LOGGED_ANSWER_LENGTH) }),
  };
};

/** Runs a step with a provider, and replaces its error by a failure of the table. */
const withProvider = async <Answer>(
  { log }: SignOnParts,
  { id, companyId }: IdentityProvider,
  failure: 'provider_unreachable' | 'single_sign_on_refused',
  step: () => Promise<Answer>,
): Promise<Answer> => {
  try {
    return await step();
  } catch (error) {
    log.warn({ companyId, providerId: id, ...reasonOf(error) }, `single sign-on failed: ${failure}`);
    throw error instanceof Failure ? error : new Failure(failure, { cause: new Error(String(error)) });
  }
};

/**
 * Begins a sign-in.
 *
 * @throws {Failure} `single_sign_on_unavailable`, for unknown companies and those without a provider alike;
 *   `provider_unreachable`
 */
export const beginSignIn = async (parts: SignOnParts, companyCode: string): Promise<BegunSignIn> => {
  const { db, clock } = parts;
  const provider = await providerOfCode(db, companyCode);
  if (provider === null) throw new Failure('single_sign_on_unavailable');
  const [state, browser] = [newToken(), newToken()];
  const address = await withProvider(parts, provider, 'provider_unreachable', async () => {
    const access = accessOf(parts, provider);
    const configuration = await discover(clientPartsOf(parts), access);
    return authorizationUrl(configuration, access, proofOf(parts, state, browser), redirectUrlOf(parts));
  });
  const at = clock.now();
  await storeRequest(
    db,
    {
      companyId: provider.companyId,
      providerId: provider.id,
      state: sha256(state),
      browser: sha256(browser),
      expiresAt: new Date(at + REQUEST_LIFETIME_MS),
    },
    new Date(at),
  );
  return { address: address.href, state, browser };
};

/** Verifies the provider's answer. @throws {Failure} `provider_unreachable`, `single_sign_on_refused`, `single_sign_on_email` */
const personOf = async (
  parts: SignOnParts,
  provider: IdentityProvider,
  query: URLSearchParams,
  proof: RequestProof,
): Promise<IdentifiedPerson> => {
  const configuration = await withProvider(parts, provider, 'provider_unreachable', () =>
    discover(clientPartsOf(parts), accessOf(parts, provider)),
  );
  const claims = await withProvider(parts, provider, 'single_sign_on_refused', () =>
    readClaimsOf(configuration, new URL(`${redirectUrlOf(parts)}?${query.toString()}`), proof),
  );
  const person = readPerson(claims, provider);
  if (typeof person !== 'string') return person;
  parts.log.warn(
    { companyId: provider.companyId, providerId: provider.id, reason: person },
    'claims refused',
  );
  throw new Failure('single_sign_on_email');
};

/** Begins the session of a user. @throws {Failure} `single_sign_on_no_account`: the user may not sign in from here */
const beginUserSession = async (
  { db }: SignOnParts,
  who: { readonly userId: number; readonly companyId: number },
  client: Client,
  at: Date,
): Promise<Grant> => {
  const account = await accountOf(db, who);
  if (account === null || !account.active || !isAddressAllowed(account.loginAllowedIps, client.address))
    throw noAccount(`user ${who.userId} may not sign in, or not from this address`);
  const { refresh, stored } = makeRefreshToken(at, client);
  const grant = { ...who, family: randomUUID() };
  const row = {
    ...grant,
    ...stored,
    createdAt: at,
    startedAt: at,
    singleSignOn: true,
    method: 'single_sign_on' as const,
  };
  if (!(await beginSession(db, row, null))) throw noAccount(`user ${who.userId} was changed meanwhile`);
  await noteSession(db, who.userId, at);
  return { ...grant, refresh };
};

/**
 * Completes a sign-in with what the provider sent. A second attempt with the same answer is refused.
 *
 * @throws {Failure} `single_sign_on_ended`: unknown, expired, used before, or begun in another browser;
 *   `single_sign_on_unavailable`: the provider was deleted meanwhile; `provider_unreachable`;
 *   `single_sign_on_refused`: the answer is not valid; `single_sign_on_email`; `single_sign_on_no_account`
 */
export const completeSignIn = async (
  parts: SignOnParts,
  { query, browser }: ReturnedSignIn,
  client: Client,
): Promise<Grant> => {
  const { db, clock, viewers } = parts;
  const at = new Date(clock.now());
  const state = query.get('state') ?? '';
  if (browser === null) throw new Failure('single_sign_on_ended');
  const request = await consumeRequest(db, { state: sha256(state), browser: sha256(browser) }, at);
  if (request === null) throw new Failure('single_sign_on_ended');
  const provider = await findProvider(db, { companyId: request.companyId, id: request.providerId });
  if (provider === null) throw new Failure('single_sign_on_unavailable');
  const person = await personOf(parts, provider, query, proofOf(parts, state, browser));
  const { companyId } = provider;
  try {
    const userId = await identifyUser(db, provider, person, { ip: client.address, at });
    viewers.forget(companyId);
    return await beginUserSession(parts, { userId, companyId }, client, at);
  } catch (error) {
    if (error instanceof Failure)
      parts.log.warn(
        { companyId, providerId: provider.id, ...reasonOf(error) },
        `single sign-on failed: ${error.code}`,
      );
    throw error;
  }
};
